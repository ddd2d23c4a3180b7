import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { useFormik } from 'formik';
import { useAppDispatch, useAppSelector } from '../hooks';
import { Button, TextButton } from '../components/Button';
import { Field } from '../components/Field';
import { PageHeading } from '../components/PageHeading';
import { Notice } from '../components/messages/Notice';
import { onIdle } from '../components/hooks/onIdle';
import { useOnline } from '../components/hooks/useOnline';
import { Spinner } from '../components/messages/Spinner';
import type { AuthSchema, Credentials } from './authSchema';
import { failureClosed, selectFailure, selectPhase, type Form } from './authSlice';
import styles from './AuthPage.module.css';
import { FailureDialog } from './FailureDialog';

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
  const { schema, hasFailed, load } = useAuthSchema();
  const { values, errors, touched, getFieldProps, handleSubmit, submitForm, validateForm } =
    useFormik<Credentials>({
      initialValues: { email: '', password: '' },
      validationSchema: schema,
      onSubmit: credentials => onSubmit(credentials),
    });
  /** The element that gets the focus after a refusal. */
  const lastField = useRef<HTMLInputElement>(null);
  const message = (field: keyof Credentials) => hasMessages && touched[field] && errors[field];

  const early = useEarlyEnter(() => {
    if (!schema?.isValidSync(values)) return false;
    void submitForm();
    return true;
  });
  // Validates the text that was typed before the schema was loaded, or sends it.
  const catchUp = useEffectEvent(() => {
    if (!early.send()) void validateForm();
  });
  useEffect(() => {
    if (schema) catchUp();
  }, [schema]);

  return (
    <div className={styles.body}>
      <form
        className={styles.form}
        style={{ visibility: isWaiting ? 'hidden' : 'visible' }}
        onSubmit={handleSubmit}
        onFocus={({ target }) => {
          if (target instanceof HTMLInputElement) lastField.current = target;
          if (!schema) load();
        }}
        {...early.listeners}
        noValidate
      >
        <PageHeading page={form} className={styles.heading}>
          {heading}
        </PageHeading>
        {notice}
        <CredentialFields getFieldProps={getFieldProps} message={message} isNew={newPassword} />
        <Button kind="primary" type="submit" disabled={isWaiting || !schema?.isValidSync(values)}>
          {submit}
        </Button>
        {hasFailed && (
          <Notice kind="failure">
            A part of this form could not be loaded. <TextButton onClick={load}>Retry</TextButton>
          </Notice>
        )}
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
  getFieldProps: (field: keyof Credentials) => object;
  message: (field: keyof Credentials) => string | false | undefined;
  isNew: boolean | undefined;
};

const RULE_ID = 'password-rule';

/** Email and password. With `isNew`, password managers suggest a new password, and the password rule is shown. */
function CredentialFields({ getFieldProps, message, isNew }: FieldsProps) {
  return (
    <>
      <Field label="Email" message={message('email')}>
        {control => <input {...control} {...getFieldProps('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" message={message('password')}>
        {control => (
          <input
            {...control}
            {...getFieldProps('password')}
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

/** Remembers that Enter was the last key before the schema was loaded, when the form cannot be sent yet. */
function useEarlyEnter(submit: () => boolean) {
  const isEnter = useRef(false);
  return {
    /** Submits if Enter was pressed; returns false when nothing was sent. */
    send: () => isEnter.current && submit(),
    listeners: {
      onKeyDown({ key, target }: KeyboardEvent) {
        isEnter.current = key === 'Enter' && target instanceof HTMLInputElement;
      },
      /** Text was pasted or filled in by the browser after Enter: do not submit that. */
      onInput() {
        isEnter.current = false;
      },
    },
  };
}

/**
 * The schema of both fields, loaded when the page is idle or a field gets the focus. The form is rendered without it,
 * which saves 10 of 143 KB before the login page. A failed load is retried, also when the network returns.
 */
function useAuthSchema() {
  const [schema, setSchema] = useState<AuthSchema>();
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(() => {
    import(/* webpackChunkName: "auth-schema" */ './authSchema').then(
      part => {
        setSchema(part.authSchema);
        setHasFailed(false);
      },
      () => setHasFailed(true),
    );
  }, []);
  useEffect(() => onIdle(load), [load]);
  useOnline(hasFailed, load);
  return { schema, hasFailed, load };
}
