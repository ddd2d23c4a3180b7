import { Link } from 'react-router-dom';
import { paths } from '../app/paths';
import { useAppDispatch } from '../app/hooks';
import { Notice } from '../components/Notice';
import { AuthForm } from './AuthForm';
import { loginRequested } from './authSlice';

/** `farewell` is what the account says to somebody who has just signed out of it for good; empty for everybody else. */
export default function LoginForm({ farewell }: { farewell: string }) {
  const dispatch = useAppDispatch();
  return (
    <AuthForm
      form="login"
      heading="Welcome back"
      submit="Login"
      waiting="Signing in…"
      hasMessages
      notice={farewell && <Notice kind="status">{farewell}</Notice>}
      onSubmit={credentials => dispatch(loginRequested(credentials))}
    >
      New here? <Link to={paths.register}>Sign Up</Link>
      <br />
      <Link to={paths.forgotten}>Forgotten your password?</Link>
    </AuthForm>
  );
}
