import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Button } from '../ui/Button';
import { DraftLine } from '../ui/DraftLine';
import { selectIsOnline } from '../ui/uiSlice';
import type { Task } from './task';
import { TaskControls } from './TaskControls';
import styles from './TaskFrame.module.css';
import { TaskFrame } from './TaskFrame';
import { taskSchema } from './taskSchema';
import { selectTaskSync } from './tasksSelectors';
import { taskDeleteRequested } from './tasksSlice';
import { TaskSync } from './TaskSync';
import { useTaskEdit } from './useTaskEdit';

/** A task's own form. Save leaves it open, and says that it is saved only after the server said so. */
export function EditTask({ task, back }: { task: Task; back: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { formik, isSaved, hasDraft, discardDraft, forgetDraft } = useTaskEdit(task);
  const isWaiting = useAppSelector(state => selectTaskSync(state, task.taskId)).type === 'waiting';
  const isOnline = useAppSelector(selectIsOnline);

  const deleteTask = () => {
    forgetDraft();
    dispatch(taskDeleteRequested(task.taskId));
    navigate(back);
  };

  return (
    <TaskFrame page={String(task.taskId)} back={back}>
      {hasDraft && <DraftLine onDiscard={discardDraft} />}
      <form className={styles.form} onSubmit={formik.handleSubmit} noValidate>
        <TaskControls formik={formik} />
        <TaskSync taskId={task.taskId} />
        <div className={styles.actions}>
          <Button
            kind="primary"
            type="submit"
            isBusy={isWaiting && isOnline}
            disabled={!taskSchema.isValidSync(formik.values)}
          >
            Save Changes
          </Button>
          <p role="status" className={styles.saved}>
            {isSaved && 'Saved'}
          </p>
          <Button kind="danger" onClick={deleteTask}>
            Delete Task
          </Button>
        </div>
      </form>
    </TaskFrame>
  );
}
