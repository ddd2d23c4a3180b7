import { Link } from '../components/Link';
import { paths } from '../routes';
import { useAppDispatch } from '../hooks';
import { AuthForm } from './AuthForm';
import { registerRequested } from './authSlice';

export function RegisterForm() {
  const dispatch = useAppDispatch();
  return (
    <AuthForm
      form="register"
      heading="Create an account"
      submit="Register"
      waiting="Creating your account…"
      newPassword
      onSubmit={credentials => dispatch(registerRequested(credentials))}
    >
      Have an account? <Link to={paths.login}>Sign In</Link>
    </AuthForm>
  );
}
