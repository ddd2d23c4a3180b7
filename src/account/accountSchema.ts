import { object, string } from 'yup';

const password = string().required('Type your password');
const email = string().required('Type an email address').email('This is not an email address');

export const passwordSchema = object({
  password,
  newPassword: string().required('At least 6 characters').min(6, 'At least 6 characters'),
});
export const emailSchema = object({ email, password });
export const proofSchema = object({ password });
export const resetSchema = object({ email });
/** The user confirms a deletion by typing their own e-mail address. */
export const deletionSchema = (address: string) =>
  object({
    address: string()
      .required('Type your email address')
      .test('own', 'This is not the address of this account', typed => isSame(typed, address)),
    password,
  });

const isSame = (a = '', b = '') => a.trim().toLowerCase() === b.toLowerCase();
