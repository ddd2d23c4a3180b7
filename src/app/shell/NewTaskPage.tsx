import { useOutletContext } from 'react-router-dom';
import { BesideList, TaskFormPage } from '../parts/chunks';
import styles from './TitlePage.module.css';

/** The form of a new task; on a wide screen the next days stand beside it. */
export function NewTaskPage() {
  /** Whether the shell has time for what is not needed at once. */
  const isIdle = useOutletContext<boolean>();
  return (
    <div className={styles.page} data-beside="">
      <div className={styles.list}>
        <TaskFormPage />
      </div>
      {isIdle && <BesideList title="new" />}
    </div>
  );
}
