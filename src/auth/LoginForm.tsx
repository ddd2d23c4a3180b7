import { Link } from '../components/Link';
import { paths } from '../routes';
import { useAppDispatch, useAppSelector } from '../hooks';
import { Notice } from '../components/messages/Notice';
import { AuthForm } from './AuthForm';
import styles from './AuthPage.module.css';
import { Welcome } from './Welcome';
import { loginRequested, selectEndReason, type EndReason } from './authSlice';

/** Explains why the session ended, if the user did not sign out here. */
const REASONS: Record<EndReason, string> = {
  expired: 'Your session ended after 2 days. Sign in to go on where you were.',
  elsewhere: 'You were signed out in another tab.',
  revoked:
    'Your session was ended on another device: the password was changed there, or you signed out everywhere.',
  disabled: 'The user account has been disabled by an administrator.',
  deleted: 'Your account was deleted.',
};

/** `farewell` is the account's message after a deletion or after signing out everywhere; empty otherwise. */
export function LoginForm({ farewell }: { farewell: string }) {
  const dispatch = useAppDispatch();
  const reason = useAppSelector(selectEndReason);
  const words = farewell || (reason && REASONS[reason]);
  return (
    <>
      <div className={styles.welcome}>
        <Welcome />
      </div>
      <AuthForm
        form="login"
        heading="Welcome back"
        submit="Login"
        waiting="Signing in…"
        hasMessages
        notice={words && <Notice kind="status">{words}</Notice>}
        onSubmit={credentials => dispatch(loginRequested(credentials))}
      >
        New here? <Link to={paths.register}>Sign Up</Link>
        <br />
        <Link to={paths.forgotten}>Forgotten your password?</Link>
      </AuthForm>
    </>
  );
}
