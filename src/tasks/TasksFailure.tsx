import { LoadFailure } from '../ui/LoadFailure';
import styles from './TaskListView.module.css';
import type { Failure } from './tasksState';

type Props = {
  failure: Failure | null;
  /** Rows of the last visit are. */ isShown?: boolean;
  onRetry: () => void;
};

/** In the place of the rows, or over those of the last visit. */
export const TasksFailure = ({ failure, isShown = false, onRetry }: Props) => (
  <LoadFailure
    what="tasks"
    reason={failure?.message}
    isShown={isShown}
    onRetry={onRetry}
    className={styles.notice}
  />
);
