import { object, string, type InferType } from 'yup';

/** The texts under the fields of the login form (docs/rules.md, Texts). A password is taken as typed, with its spaces. */
export const authSchema = object({
  email: string().required('Input a valid email').email('Input a valid email'),
  password: string().required('Input a valid password').min(6, 'Input a valid password'),
});

export type Credentials = InferType<typeof authSchema>;
