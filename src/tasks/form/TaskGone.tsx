import { Link } from '../../components/Link';
import { useAppSelector } from '../../hooks';
import { Spinner } from '../../components/messages/Spinner';
import { TaskFrame } from './TaskFrame';
import { TasksFailure } from '../views/TasksFailure';
import { selectTasksPhase } from '../tasksSelectors';

/** Shown when no task has this number, or none is known yet: there is nothing to save or delete. */
export function TaskGone({ back, isCertain }: { back: string; isCertain: boolean }) {
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  return (
    <TaskFrame page="gone" back={back}>
      {isCertain ? (
        <p role="status">
          This task is gone. <Link to={back}>Go back</Link>
        </p>
      ) : hasFailed ? (
        <TasksFailure isShown={false} />
      ) : (
        <Spinner label="Loading your tasks…" />
      )}
    </TaskFrame>
  );
}
