import { useAppDispatch, useAppSelector } from '../../hooks';
import { LoadFailure } from '../../ui/LoadFailure';
import styles from './TaskListView.module.css';
import { selectTasksFailure } from '../tasksSelectors';
import { tasksRequested } from '../tasksSlice';

/** Says that loading the tasks failed: instead of the list, or below its last known version. */
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
