import { Link } from '../../components/Link';
import { Mark } from '../../components/Mark';
import { PageHeading } from '../../components/PageHeading';
import { paths } from '../../routes';
import styles from './NotFound.module.css';

/** The page for a path that no route matches. The address stays, so that a typing mistake can be corrected. */
export const NotFound = () => (
  <main className={styles.page}>
    <Mark />
    <PageHeading page="not found">Page not found</PageHeading>
    <p>
      There is nothing at this address. <Link to={paths.today}>Today</Link>
    </p>
  </main>
);
