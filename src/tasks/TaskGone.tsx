import { Link } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Spinner } from '../ui/Spinner';
import { TaskFrame } from './TaskFrame';
import { TasksFailure } from './TasksFailure';
import { selectTasksFailure, selectTasksPhase } from './tasksSelectors';
import { tasksRequested } from './tasksSlice';

/** No task has this number, or none is known yet: nothing can be saved and nothing deleted here. */
export function TaskGone({ back, isCertain }: { back: string; isCertain: boolean }) {
  const dispatch = useAppDispatch();
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const failure = useAppSelector(selectTasksFailure);
  return (
    <TaskFrame page="gone" back={back}>
      {isCertain ? (
        <p role="status">
          This task is not here any more. <Link to={back}>Go back</Link>
        </p>
      ) : hasFailed ? (
        <TasksFailure failure={failure} onRetry={() => dispatch(tasksRequested())} />
      ) : (
        <Spinner label="Loading your tasks…" />
      )}
    </TaskFrame>
  );
}
