import { Link } from 'react-router-dom';
import { PageHeading } from '../components/PageHeading';
import styles from './StartView.module.css';

const StartView = () => (
  <div className={styles.start}>
    <PageHeading page="start">Select a Task</PageHeading>
    <p>Or</p>
    <Link to="/tasks/new" className={styles.link}>
      Create a new task
    </Link>
  </div>
);

export default StartView;
