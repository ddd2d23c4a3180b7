import { Link } from 'react-router-dom';
import { paths } from '../app/paths';
import { selectFarewell } from '../account/accountSelectors';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Notice } from '../components/Notice';
import { AuthForm } from './AuthForm';
import { loginRequested } from './authSlice';

export default function LoginForm() {
  const dispatch = useAppDispatch();
  const farewell = useAppSelector(selectFarewell);
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
