import { useEffect, useRef, useId, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useFormik, type FormikHandlers } from 'formik';
import { object, string, type InferType } from 'yup';
import { useAppDispatch, useAppSelector } from '../hooks';
import { Button } from '../components/Button';
import { Field } from '../components/Field';
import { PageHeading } from '../components/PageHeading';
import { fieldProps } from '../components/input/pressing';
import { Spinner } from '../components/messages/Spinner';
import { failureClosed, selectFailure, selectPhase, type Form } from './authSlice';
import styles from './AuthPage.module.css';
import { useBackCloses } from '../components/hooks/useBackCloses';
import { Modal } from '../components/Modal';
import failureDialogStyles from './FailureDialog.module.css';

type FailureDialogProps = {
  message: string;
  /** Content below the message. */ code?: string;
  onClose: () => void;
};

/** A dialog that shows why the sign-in failed. */
function FailureDialog({ message, code, onClose }: FailureDialogProps) {
  const id = useId();
  const codeId = `${id}code`;
  useBackCloses(true, onClose);
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={code ? codeId : undefined}
      className={failureDialogStyles.dialog}
      onClose={onClose}
    >
      <p id={id}>{message}</p>
      {code && (
        <p id={codeId} className={failureDialogStyles.code}>
          {code}
        </p>
      )}
      <Button onClick={onClose} data-first>
        Close
      </Button>
    </Modal>
  );
}

/** The texts under the fields of the login form (docs/rules.md, Texts). A password is taken as typed, with its spaces. */
export const authSchema = object({
  email: string().required('Input a valid email').email('Input a valid email'),
  password: string().required('Input a valid password').min(6, 'Input a valid password'),
});

export type Credentials = InferType<typeof authSchema>;

type Props = {
  form: Form;
  heading: string;
  submit: string;
  waiting: string;
  newPassword?: boolean;
  /** Whether messages appear below invalid fields: login has them, registration does not (docs/rules.md, Texts). */
  hasMessages?: boolean;
  /** A message above the fields. */
  notice?: ReactNode;
  onSubmit: (credentials: Credentials) => void;
  /** Links to the other forms. */
  children: ReactNode;
};

/** Login and register: the same two fields. While the request runs the form is hidden and keeps its values. */
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
  const isWaiting = useAppSelector(selectPhase) === 'signingIn';
  const formik = useFormik<Credentials>({
    initialValues: { email: '', password: '' },
    validationSchema: authSchema,
    onSubmit: credentials => onSubmit(credentials),
  });
  const { values, errors, touched, handleSubmit } = formik;
  /** The element that gets the focus after a refusal. */
  const lastField = useRef<HTMLInputElement>(null);
  const message = (field: keyof Credentials) => hasMessages && touched[field] && errors[field];

  return (
    <div className={styles.body}>
      <form
        className={styles.form}
        style={{ visibility: isWaiting ? 'hidden' : 'visible' }}
        onSubmit={handleSubmit}
        onFocus={({ target }) => {
          if (target instanceof HTMLInputElement) lastField.current = target;
        }}
        noValidate
      >
        <PageHeading page={form} className={styles.heading}>
          {heading}
        </PageHeading>
        {notice}
        <CredentialFields formik={formik} message={message} isNew={newPassword} />
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
      <Refusal form={form} onClosed={() => lastField.current?.focus()} />
    </div>
  );
}

/** Why the last request of this form was refused, until the dialog is closed. A different form does not show it. */
function Refusal({ form, onClosed }: { form: Form; onClosed: () => void }) {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectFailure);
  useEffect(() => () => void dispatch(failureClosed()), [dispatch]);
  if (failure?.form !== form) return null;
  return (
    <FailureDialog
      message={failure.message}
      code={failure.code}
      onClose={() => {
        flushSync(() => dispatch(failureClosed()));
        onClosed();
      }}
    />
  );
}

type FieldsProps = {
  formik: FormikHandlers;
  message: (field: keyof Credentials) => string | false | undefined;
  isNew: boolean | undefined;
};

const RULE_ID = 'password-rule';

/** Email and password. With `isNew`, password managers suggest a new password, and the password rule is shown. */
function CredentialFields({ formik, message, isNew }: FieldsProps) {
  return (
    <>
      <Field label="Email" message={message('email')}>
        {control => <input {...control} {...fieldProps(formik, 'email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" message={message('password')}>
        {control => (
          <input
            {...control}
            {...fieldProps(formik, 'password')}
            type="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            {...(isNew && { 'aria-describedby': RULE_ID })}
          />
        )}
      </Field>
      {isNew && (
        <p id={RULE_ID} className={styles.rule}>
          At least 6 characters.
        </p>
      )}
    </>
  );
}
