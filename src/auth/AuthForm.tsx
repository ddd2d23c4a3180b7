import { useEffect, type ReactNode } from 'react';
import { useFormik } from 'formik';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { PageHeading } from '../ui/PageHeading';
import { Spinner } from '../ui/Spinner';
import { authSchema, noCredentials, type Credentials } from './authSchema';
import { failureClosed, selectFailure, selectPhase, type Form } from './authSlice';
import styles from './AuthPage.module.css';
import { FailureDialog } from './FailureDialog';

type Props = {
  form: Form;
  heading: string;
  submit: string;
  waiting: string;
  newPassword?: boolean;
  /** Login tells in place what is wrong with a field, registering does not (SPEC section 5). */
  hasMessages?: boolean;
  /** What there is to say before anything is typed. */
  notice?: ReactNode;
  onSubmit: (credentials: Credentials) => void;
  /** The way to the other form. */
  children: ReactNode;
};

/** Login and register: the same two fields. While the request runs the form is hidden and keeps its words. */
export function AuthForm({
  form,
  heading,
  submit,
  waiting,
  newPassword,
  hasMessages,
  notice,
  onSubmit,
  children,
}: Props) {
  const dispatch = useAppDispatch();
  const isWaiting = useAppSelector(selectPhase) === 'signingIn';
  const failure = useAppSelector(selectFailure);
  const { values, errors, touched, getFieldProps, handleSubmit } = useFormik({
    initialValues: noCredentials,
    validationSchema: authSchema,
    onSubmit: credentials => onSubmit(credentials),
  });
  const message = (field: keyof Credentials) => hasMessages && touched[field] && errors[field];

  // What went wrong with this form does not follow to the other one.
  useEffect(() => () => void dispatch(failureClosed()), [dispatch]);

  return (
    <div className={styles.body}>
      <form
        className={styles.form}
        style={{ visibility: isWaiting ? 'hidden' : 'visible' }}
        onSubmit={handleSubmit}
        noValidate
      >
        <PageHeading page={form} className={styles.heading}>
          {heading}
        </PageHeading>
        {notice}
        <Field label="Email" message={message('email')}>
          {control => <input {...control} {...getFieldProps('email')} type="email" autoComplete="email" />}
        </Field>
        <Field label="Password" message={message('password')}>
          {control => (
            <input
              {...control}
              {...getFieldProps('password')}
              type="password"
              autoComplete={newPassword ? 'new-password' : 'current-password'}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" disabled={isWaiting || !authSchema.isValidSync(values)}>
          {submit}
        </Button>
        <p className={styles.other}>{children}</p>
      </form>
      {isWaiting && (
        <div className={styles.waiting}>
          <Spinner label={waiting} />
        </div>
      )}
      {failure?.form === form && (
        <FailureDialog message={failure.message} onClose={() => dispatch(failureClosed())} />
      )}
    </div>
  );
}
