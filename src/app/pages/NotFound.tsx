import { Link } from '../../components/Link';
import { Mark } from '../../components/Mark';
import { PageHeading } from '../../components/PageHeading';
import { paths } from '../../routes';
import styles from './NotFound.module.css';

/** A path that no route matches keeps its address, so that a mistyped one can be corrected. */
const NotFound = () => (
  <main className={styles.page}>
    <Mark />
    <PageHeading page="not found">Page not found</PageHeading>
    <p>
      There is nothing at this address. <Link to={paths.today}>Today</Link>
    </p>
  </main>
);

export default NotFound;
