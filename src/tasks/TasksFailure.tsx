import { useAppDispatch, useAppSelector } from '../app/hooks';
import { LoadFailure } from '../components/LoadFailure';
import styles from './TaskListView.module.css';
import { selectTasksFailure } from './tasksSelectors';
import { tasksRequested } from './tasksSlice';

/** That the tasks could not be loaded: in the place of the rows, or over those of the last visit if they are shown. */
export function TasksFailure({ isShown }: { isShown: boolean }) {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectTasksFailure);
  return (
    <LoadFailure
      what="tasks"
      reason={failure?.message}
      isShown={isShown}
      onRetry={() => dispatch(tasksRequested())}
      className={styles.notice}
    />
  );
}
