import { TaskFormPage } from '../../tasks/form/TaskFormPage';
import { BesideList } from '../pages/BesideList';
import styles from './TitlePage.module.css';

/** The form of a new task; on a wide screen the next days stand beside it. */
export const NewTaskPage = () => (
  <div className={styles.page} data-beside="">
    <div className={styles.list}>
      <TaskFormPage />
    </div>
    <BesideList title="new" />
  </div>
);
