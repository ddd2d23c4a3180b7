import { useAppDispatch, useAppSelector } from '../../hooks';
import { LoadFailure } from '../../ui/LoadFailure';
import styles from './TaskListView.module.css';
import { selectTasksFailure } from '../tasksSelectors';
import { tasksRequested } from '../tasksSlice';

/** That the tasks could not be loaded: in the place of the list, or at the foot of the page if it is shown as it was last known. */
export function TasksFailure({ isShown }: { isShown: boolean }) {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectTasksFailure);
  return (
    <LoadFailure
      what="tasks"
      failure={failure}
      isShown={isShown}
      onRetry={() => dispatch(tasksRequested())}
      className={styles.notice}
    />
  );
}
