import { useEffect, useEffectEvent } from 'react';
import { useFormik } from 'formik';
import type { UnknownAction } from '@reduxjs/toolkit';
import { type AnyObjectSchema, object, string } from 'yup';
import { useAppDispatch, useAppSelector } from '../hooks';
import { Button } from '../components/Button';
import { Field } from '../components/Field';
import { fieldProps } from '../components/input/pressing';
import { Notice } from '../components/messages/Notice';
import { selectAnswer, selectIsAsking, answerClosed, type Change } from './accountSlice';
import styles from './ChangeForm.module.css';

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
      .test('own', 'This is not your email address', typed => isSame(typed, address)),
    password,
  });

const isSame = (a = '', b = '') => a.trim().toLowerCase() === b.toLowerCase();

/** The `autocomplete` value for password managers. */
type AutoComplete = 'username' | 'email' | 'current-password' | 'new-password' | 'off';
export type FieldSpec = { name: string; label: string; autoComplete: AutoComplete };

type Props<Values> = {
  change: Change;
  fields: FieldSpec[];
  schema: AnyObjectSchema;
  submit: string;
  waiting: string;
  isDanger?: boolean;
  /** The account's e-mail, for password managers. */
  username?: string;
  className?: string;
  toRequest: (values: Values) => UnknownAction;
};

/** The form of one change: it shows the request's progress and answer, and is cleared when the change is made. */
export function ChangeForm<Values extends Record<string, string>>({
  change,
  fields,
  schema,
  submit,
  waiting,
  isDanger,
  username,
  className = styles.form,
  toRequest,
}: Props<Values>) {
  const dispatch = useAppDispatch();
  const { phase, message } = useAppSelector(state => selectAnswer(state, change));
  const isAsking = useAppSelector(selectIsAsking);
  const formik = useFormik({
    initialValues: Object.fromEntries(fields.map(({ name }) => [name, ''])),
    validationSchema: schema,
    onSubmit: typed => {
      if (!isAsking) dispatch(toRequest(typed as Values));
    },
  });

  const { values, errors, touched, handleSubmit, resetForm } = formik;

  const forget = useEffectEvent(() => resetForm());
  useEffect(() => {
    if (phase === 'done') forget();
  }, [phase]);
  useEffect(() => () => void dispatch(answerClosed()), [dispatch]);

  return (
    <form className={className} onSubmit={handleSubmit} noValidate>
      {username !== undefined && (
        <input type="email" value={username} autoComplete="username" readOnly hidden />
      )}
      {fields.map(({ name, label, autoComplete }) => (
        <Field key={name} label={label} message={touched[name] && errors[name]}>
          {control => (
            <input
              {...control}
              {...fieldProps(formik, name)}
              type={autoComplete.endsWith('password') ? 'password' : 'email'}
              autoComplete={autoComplete}
            />
          )}
        </Field>
      ))}
      <Button
        kind={isDanger ? 'danger' : 'primary'}
        type="submit"
        isBusy={phase === 'asking'}
        disabled={isAsking || !schema.isValidSync(values)}
      >
        {submit}
      </Button>
      {phase === 'asking' && (
        <p role="status" className={styles.waiting}>
          {waiting}
        </p>
      )}
      {(phase === 'done' || phase === 'failed') && (
        <Notice kind={phase === 'done' ? 'status' : 'failure'}>
          <span className={styles.answer}>{message}</span>
        </Notice>
      )}
    </form>
  );
}
