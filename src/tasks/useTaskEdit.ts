import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useFormik } from 'formik';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { useDraft } from '../ui/useDraft';
import type { Task } from './task';
import {
  areValues,
  fieldsOfValues,
  followTask,
  sameValues,
  taskSchema,
  valuesOf,
  type TaskValues,
} from './taskSchema';
import { selectSettledId } from './tasksSelectors';
import { taskSaveRequested } from './tasksSlice';

/** What was typed, over what the person saw when they began. */
type TaskDraft = { base: TaskValues; values: TaskValues };
const isTaskDraft = (kept: unknown): kept is TaskDraft =>
  areValues((kept as Partial<TaskDraft> | null)?.base) && areValues((kept as TaskDraft).values);

/**
 * The form of one task. `base` is what the person saw: it follows the task in every field that is not being typed in,
 * and an edit is sent over it. What is typed is kept as a draft until it is sent.
 */
export function useTaskEdit(task: Task) {
  const dispatch = useAppDispatch();
  const settledId = useAppSelector(selectSettledId);
  const { restored, keep } = useDraft(`task/${task.taskId}`, isTaskDraft);
  const [start] = useState(() => {
    const now = valuesOf(task);
    return restored ? followTask(restored.base, restored.values, now) : { base: now, values: now };
  });
  const [base, setBase] = useState(start.base);
  const [hasDraft, setHasDraft] = useState(restored !== null);
  const [sentId, setSentId] = useState<string | null>(null);
  const [savedId, setSavedId] = useState<string | null>(null);
  if (sentId !== null && settledId === sentId && savedId !== sentId) setSavedId(sentId);

  const formik = useFormik({
    initialValues: start.values,
    validationSchema: taskSchema,
    onSubmit(submitted) {
      const edit = { taskId: task.taskId, base: fieldsOfValues(base), fields: fieldsOfValues(submitted) };
      setSentId(dispatch(taskSaveRequested(edit)).payload.operationId);
      setHasDraft(false);
      setBase(submitted);
    },
  });
  const { values, setValues } = formik;
  const isDirty = !sameValues(values, base);

  const follow = useEffectEvent(() => {
    const next = followTask(base, values, valuesOf(task));
    setBase(next.base);
    if (!sameValues(next.values, values)) void setValues(next.values);
  });
  useLayoutEffect(() => follow(), [task]);

  useEffect(() => keep(isDirty ? { base, values } : null), [keep, isDirty, base, values]);

  return {
    formik,
    /** The server has what this form sent last, and nothing was typed since. */
    isSaved: sentId !== null && savedId === sentId && !isDirty,
    hasDraft: hasDraft && isDirty,
    discardDraft() {
      setHasDraft(false);
      setBase(valuesOf(task));
      void setValues(valuesOf(task));
    },
    forgetDraft: () => keep(null),
  };
}
