import { Link } from '../../components/Link';
import { Logo } from '../../components/Logo';
import { PageHeading } from '../../components/PageHeading';
import { paths } from '../../routes';
import styles from './NotFound.module.css';

/** The page for a path that no route matches. The address stays, so that a typing mistake can be corrected. */
export const NotFound = () => (
  <main className={styles.page}>
    <Logo />
    <PageHeading page="not found">Page not found</PageHeading>
    <p>
      There is nothing at this address. <Link to={paths.today}>Today</Link>
    </p>
  </main>
);
