import { Link } from 'react-router-dom';
import { useAppDispatch } from '../app/hooks';
import { AuthForm } from './AuthForm';
import { loginRequested } from './authSlice';

export default function LoginForm() {
  const dispatch = useAppDispatch();
  return (
    <AuthForm
      form="login"
      heading="Welcome back"
      submit="Login"
      waiting="Signing in…"
      hasMessages
      onSubmit={credentials => dispatch(loginRequested(credentials))}
    >
      New here? <Link to="/auth/register">Sign Up</Link>
    </AuthForm>
  );
}
