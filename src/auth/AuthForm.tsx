import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useFormik } from 'formik';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Button, TextButton } from '../components/Button';
import { Field } from '../components/Field';
import { PageHeading } from '../components/PageHeading';
import { Notice } from '../components/Notice';
import { onIdle } from '../components/onIdle';
import { Spinner } from '../components/Spinner';
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
  /** Whether a wrong field has a message below it: login does, registration does not (docs/rules.md, Texts). */
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
  const dispatch = useAppDispatch();
  const isWaiting = useAppSelector(selectPhase) === 'signingIn';
  const failure = useAppSelector(selectFailure);
  const { schema, hasFailed, load } = useAuthSchema();
  const { values, errors, touched, getFieldProps, handleSubmit, submitForm, validateForm } =
    useFormik<Credentials>({
      initialValues: { email: '', password: '' },
      validationSchema: schema,
      onSubmit: credentials => onSubmit(credentials),
    });
  /** Where the person goes on after a refusal. */
  const lastField = useRef<HTMLInputElement>(null);
  const message = (field: keyof Credentials) => hasMessages && touched[field] && errors[field];

  /** Enter was the last key before the schema was loaded, when no form can be sent yet. */
  const isEnterEarly = useRef(false);
  const catchUp = useEffectEvent(() => {
    if (isEnterEarly.current && schema?.isValidSync(values)) void submitForm();
    else void validateForm();
  });

  // Validates the text that was typed before the schema was loaded, or sends it.
  useEffect(() => {
    if (schema) catchUp();
  }, [schema]);
  // The failure of this form is not shown with the other one.
  useEffect(() => () => void dispatch(failureClosed()), [dispatch]);

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
        onKeyDown={({ key, target }) => {
          isEnterEarly.current = key === 'Enter' && target instanceof HTMLInputElement;
        }}
        // Pasted or filled in by the browser: what Enter meant was another text.
        onInput={() => {
          isEnterEarly.current = false;
        }}
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
      {failure?.form === form && (
        <FailureDialog
          message={failure.message}
          code={failure.code}
          onClose={() => {
            flushSync(() => dispatch(failureClosed()));
            lastField.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/**
 * The schema of both fields, once it is loaded: when the page is idle or at the first focus. The form shows without it,
 * which saves 10 KB of 143 before the login page. A load that failed is tried again.
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
  return { schema, hasFailed, load };
}
