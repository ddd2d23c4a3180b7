import { useParams } from 'react-router-dom';
import { useAppSelector } from '../app/hooks';
import { closePath } from '../app/paths';
import { EditTask } from './EditTask';
import { NewTask } from './NewTask';
import { TaskGone } from './TaskGone';
import { selectAreTasksKnown, selectTask } from './tasksSelectors';

/** The form that the path names. Only `{name}` = `edit` edits; any other name is a blank form that writes no task. */
export default function TaskFormPage() {
  const { title, id, name } = useParams();
  return name === 'edit' ? (
    <Edit key={id} taskId={/^\d{1,7}$/.test(id ?? '') ? Number(id) : null} back={closePath(title)} />
  ) : (
    <NewTask key={id} back={closePath(title)} />
  );
}

/** An address whose id is no number (null) names no task. */
function Edit({ taskId, back }: { taskId: number | null; back: string }) {
  const task = useAppSelector(state => (taskId === null ? undefined : selectTask(state, taskId)));
  const isKnown = useAppSelector(selectAreTasksKnown);
  if (task) return <EditTask task={task} back={back} />;
  return <TaskGone back={back} isCertain={isKnown} />;
}
