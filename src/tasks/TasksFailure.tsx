import { LoadFailure } from '../ui/LoadFailure';
import styles from './TaskListView.module.css';
import type { Failure } from './tasksState';

/** Above the rows of the last visit, or in their place. */
export const TasksFailure = ({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) => (
  <div className={styles.notice}>
    <LoadFailure what="tasks" reason={failure?.message} onRetry={onRetry} />
  </div>
);
