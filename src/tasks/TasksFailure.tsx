import { TextButton } from '../ui/Button';
import { Notice } from '../ui/Notice';
import styles from './TaskListView.module.css';
import type { Failure } from './tasksState';

/** What could not be read, where it would have been. */
export const TasksFailure = ({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) => (
  <div className={styles.notice}>
    <Notice kind="failure">
      Your tasks could not be loaded. {failure?.message} <TextButton onClick={onRetry}>Retry</TextButton>
    </Notice>
  </div>
);
