import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useAddress } from '../../components/hooks/useAddress';
import { useAppSelector } from '../../hooks';
import { closePath, listAt } from '../../routes';
import { useAreDraftsRead, useOwnDraft } from '../../drafts/useDraft';
import { EditTask } from './EditTask';
import { NewTask } from './NewTask';
import type { Task } from '../task';
import { TaskGone } from './TaskGone';
import { selectAreTasksKnown, selectTask } from '../tasksSelectors';
import { fieldsOf, noValues } from './taskValues';

/** The form for a path. `{name}` = `edit` opens the task; any other name shows a blank form that saves nothing. */
export function TaskFormPage({ top }: { /** Stands on top of the form of a task. */ top?: ReactNode }) {
  const { id, name } = useParams();
  const title = listAt(useAddress())?.title;
  if (!useAreDraftsRead()) return null;
  return name === 'edit' ? (
    <Edit
      key={id}
      taskId={/^\d{1,7}$/.test(id ?? '') ? Number(id) : null}
      back={closePath(title)}
      top={top}
    />
  ) : (
    <NewTask key={id} back={closePath(title)} />
  );
}

/** An address without a numeric id (null) has no task. A deleted task stays while its form has unsaved text. */
function Edit({ taskId, back, top }: { taskId: number | null; back: string; top: ReactNode }) {
  const task = useAppSelector(state => (taskId === null ? undefined : selectTask(state, taskId)));
  const isKnown = useAppSelector(selectAreTasksKnown);
  const draft = useOwnDraft(`task/${taskId}`);
  const [last, setLast] = useState(task);
  if (task && task !== last) setLast(task);
  const edited = task ?? last ?? (isKnown && draft && taskId !== null ? taskOf(taskId, draft.base) : null);
  if (edited) return <EditTask task={edited} isHere={task !== undefined} back={back} top={top} />;
  return <TaskGone back={back} isCertain={isKnown} />;
}

/** The task at the time when its draft was begun. */
const taskOf = (taskId: number, base: Record<string, string>): Task => ({
  ...fieldsOf({ ...noValues, ...base }),
  taskId,
  fireId: null,
  doneAt: null,
});
