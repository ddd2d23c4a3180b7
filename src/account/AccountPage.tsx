import type { ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import { Link } from '../components/Link';
import { paths } from '../routes';
import { useAppSelector } from '../hooks';
import { selectUser } from '../auth/authSlice';
import { Icon } from '../components/Icon';
import { PageHeading } from '../components/PageHeading';
import styles from './AccountPage.module.css';
import {
  deletionSchema,
  emailSchema,
  passwordSchema,
  proofSchema,
  ChangeForm,
  type FieldSpec,
} from './ChangeForm';
import {
  accountDeleteRequested,
  emailChangeRequested,
  passwordChangeRequested,
  signOutEverywhereRequested,
} from './accountSlice';

const password: FieldSpec = {
  name: 'password',
  label: 'Current password',
  autoComplete: 'current-password',
};

/** The page of account changes; each form asks for the password. */
export function AccountPage() {
  const email = useAppSelector(selectUser)?.email ?? '';
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <PageHeading page="account">Account</PageHeading>
        <p className={styles.email}>{email}</p>
      </header>
      <div className={styles.changes}>
        <Part title="Change password" about="Your other devices will ask for it.">
          <ChangeForm<{ password: string; newPassword: string }>
            change="password"
            fields={[password, { name: 'newPassword', label: 'New password', autoComplete: 'new-password' }]}
            schema={passwordSchema}
            username={email}
            submit="Change password"
            waiting="Changing your password…"
            toRequest={typed => passwordChangeRequested(typed.password, typed.newPassword)}
          />
        </Part>
        <Part title="Change email" about="You’ll use it to sign in, on all your devices.">
          <ChangeForm<{ email: string; password: string }>
            change="email"
            fields={[{ name: 'email', label: 'New email', autoComplete: 'email' }, password]}
            schema={emailSchema}
            submit="Change email"
            waiting="Changing your email…"
            toRequest={typed => emailChangeRequested(typed.email, typed.password)}
          />
        </Part>
        <Link to={paths.data} className={`${styles.part} ${styles.title}`}>
          Export and import
          <Icon of={ChevronRight} size={18} />
        </Link>
        <Link to={paths.sync} className={`${styles.part} ${styles.title}`}>
          Sync history
          <Icon of={ChevronRight} size={18} />
        </Link>
        <Part title="Sign out everywhere" about="On this device and all others. Your tasks and notes stay.">
          <ChangeForm<{ password: string }>
            change="everywhere"
            fields={[password]}
            schema={proofSchema}
            username={email}
            submit="Sign out everywhere"
            waiting="Signing out everywhere…"
            toRequest={typed => signOutEverywhereRequested(typed.password)}
          />
        </Part>
        <Part
          title="Delete account"
          about="Deletes your tasks, your notes and your account forever. Nobody can bring them back."
        >
          <ChangeForm<{ address: string; password: string }>
            change="deletion"
            fields={[{ name: 'address', label: 'Type your email to confirm', autoComplete: 'off' }, password]}
            schema={deletionSchema(email)}
            isDanger
            submit="Delete account"
            waiting="Deleting everything…"
            toRequest={typed => accountDeleteRequested(typed.password)}
          />
        </Part>
      </div>
    </section>
  );
}

/** A section that is collapsed at first; opening one collapses the others. */
const Part = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <details name="account" className={styles.part}>
    <summary className={styles.title}>
      <h2>{title}</h2>
      <Icon of={ChevronRight} size={18} />
    </summary>
    <div className={styles.body}>
      <p className={styles.about}>{about}</p>
      {children}
    </div>
  </details>
);
