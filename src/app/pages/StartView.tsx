import { Link } from '../../components/Link';
import { PageHeading } from '../../components/PageHeading';
import { paths } from '../../routes';
import styles from './StartView.module.css';

export const StartView = () => (
  <div className={styles.start}>
    <PageHeading page="start">Select a Task</PageHeading>
    <p>Or</p>
    <Link to={paths.newTask} className={styles.link}>
      Create a new task
    </Link>
  </div>
);
