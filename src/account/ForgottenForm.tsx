import { Link } from '../components/Link';
import { paths } from '../routes';
import styles from '../auth/AuthPage.module.css';
import { PageHeading } from '../components/PageHeading';
import { resetSchema, ChangeForm } from './ChangeForm';
import { passwordResetRequested } from './accountSlice';

/** Requests a link to set a new password. The answer does not reveal whether an account has that address. */
export const ForgottenForm = () => (
  <div className={styles.form}>
    <PageHeading page="forgotten" className={styles.heading}>
      Forgot your password?
    </PageHeading>
    <ChangeForm<{ email: string }>
      change="reset"
      fields={[{ name: 'email', label: 'Email', autoComplete: 'username' }]}
      schema={resetSchema}
      className={styles.form}
      submit="Reset password"
      waiting="One moment…"
      toRequest={typed => passwordResetRequested(typed)}
    />
    <p className={styles.other}>
      <Link to={paths.login}>Back to sign in</Link>
    </p>
  </div>
);
