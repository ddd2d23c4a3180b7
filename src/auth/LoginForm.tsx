import { Link } from '../components/Link';
import { paths } from '../routes';
import { useAppDispatch, useAppSelector } from '../hooks';
import { Notice } from '../components/messages/Notice';
import { AuthForm } from './AuthForm';
import styles from './AuthPage.module.css';
import { loginRequested, selectEndReason, type EndReason } from './authSlice';
import welcomeStyles from './Welcome.module.css';

/** Presents the product to new visitors: two pictures and three sentences. */
function Welcome() {
  return (
    <>
      <figure className={welcomeStyles.figure}>
        <svg viewBox="0 0 120 64" aria-hidden focusable="false">
          <rect x="12" y="2" width="96" height="60" rx="8" className={welcomeStyles.sheet} />
          <circle cx="27" cy="17" r="6" className={welcomeStyles.ticked} />
          <circle cx="27" cy="33" r="5.5" />
          <circle cx="27" cy="49" r="5.5" />
          <path d="m24 17 2.5 2.5 4-5" className={welcomeStyles.tick} />
          <path d="M41 17h34M41 33h52M41 49h42" />
        </svg>
        <figcaption>Tasks by day, today first.</figcaption>
      </figure>
      <figure className={welcomeStyles.figure}>
        <svg viewBox="0 0 120 64" aria-hidden focusable="false">
          <path d="M14 8h30v32H14z" className={welcomeStyles.lemon} />
          <path d="m50 4 29 2-2 34-29-2z" className={welcomeStyles.rose} />
          <path d="m86 9 24-2 3 28-24 2z" className={welcomeStyles.teal} />
          <path d="M20 17h18M20 25h12M56 15l17 1M56 23l11 1M92 18l13-1" className={welcomeStyles.words} />
          <path d="M10 56h100" className={welcomeStyles.desk} />
        </svg>
        <figcaption>Everything else goes on sticky notes.</figcaption>
      </figure>
      <p className={welcomeStyles.rest}>Works offline, and never loses what you write.</p>
    </>
  );
}

/** Explains why the session ended, if the user did not sign out here. */
const REASONS: Record<EndReason, string> = {
  expired: 'You were signed out after 2 days. Sign in to carry on.',
  elsewhere: 'You were signed out in another tab.',
  revoked: 'You were signed out on another device: by a new password, or by “Sign out everywhere”.',
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
        <Link to={paths.forgotten}>Forgot your password?</Link>
      </AuthForm>
    </>
  );
}
