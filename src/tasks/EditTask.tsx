import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Button } from '../components/Button';
import { DraftLine } from '../components/DraftLine';
import { selectIsOnline } from '../ui/uiSlice';
import { useLiveForm } from '../components/useLiveForm';
import type { Task } from './task';
import { TaskControls } from './TaskControls';
import styles from './TaskFrame.module.css';
import { TaskFrame } from './TaskFrame';
import { fieldsOf, taskSchema, valuesOf } from './taskSchema';
import { selectSettledId, selectTaskSync } from './tasksSelectors';
import { taskDeleteRequested, taskSaveRequested } from './tasksSlice';
import { TaskSync } from './TaskSync';
import { TickBox } from './TickBox';

/** A task's own form. Save leaves it open. */
export function EditTask({ task, back }: { task: Task; back: string }) {
  const { taskId } = task;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isWaiting = useAppSelector(state => selectTaskSync(state, taskId)).type === 'waiting';
  const isOnline = useAppSelector(selectIsOnline);
  const [sentId, setSentId] = useState<string | null>(null);
  const isSettled = useIsSettled(sentId);

  const { formik, isDirty, hasDraft, discardDraft, forgetDraft } = useLiveForm({
    draft: `task/${taskId}`,
    now: valuesOf(task),
    schema: taskSchema,
    onSubmit(values, base) {
      const edit = { taskId, base: fieldsOf(base), fields: fieldsOf(values) };
      setSentId(dispatch(taskSaveRequested(edit)).payload.operationId);
    },
  });

  const deleteTask = () => {
    forgetDraft();
    dispatch(taskDeleteRequested(taskId));
    navigate(back);
  };

  return (
    <TaskFrame page={String(taskId)} back={back}>
      {hasDraft && <DraftLine onDiscard={discardDraft} />}
      <form className={styles.form} onSubmit={formik.handleSubmit} noValidate>
        <TickBox task={task} label="Done" />
        <TaskControls formik={formik} />
        <TaskSync taskId={taskId} />
        <div className={styles.actions}>
          <Button
            kind="primary"
            type="submit"
            isBusy={isWaiting && isOnline}
            disabled={!taskSchema.isValidSync(formik.values)}
          >
            Save Changes
          </Button>
          <Button kind="danger" onClick={deleteTask}>
            Delete Task
          </Button>
          <p role="status" className={styles.saved}>
            {isSettled && !isDirty && 'Saved'}
          </p>
        </div>
      </form>
    </TaskFrame>
  );
}

/** True once the server has taken this very operation, and for as long as no other is asked about. */
function useIsSettled(operationId: string | null) {
  const settledId = useAppSelector(selectSettledId);
  const [lastId, setLastId] = useState<string | null>(null);
  if (operationId !== null && settledId === operationId && lastId !== operationId) setLastId(operationId);
  return operationId !== null && lastId === operationId;
}
