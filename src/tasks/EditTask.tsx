import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Button } from '../components/Button';
import { DeletedLine } from '../components/DeletedLine';
import { DraftLines } from '../components/DraftLines';
import { WordsActions } from '../components/wordsActionsChunk';
import { useHasWords } from '../components/useHasWords';
import { selectIsOnline } from '../ui/uiSlice';
import { useLiveForm } from '../components/useLiveForm';
import type { Task } from './task';
import { TaskControls } from './TaskControls';
import styles from './TaskFrame.module.css';
import { TaskFrame } from './TaskFrame';
import { taskSchemaOf } from './taskSchema';
import { fieldsOf, valuesOf } from './taskValues';
import { taskDeleteRequested, taskSaveRequested } from './taskActions';
import { TaskGone } from './TaskGone';
import { selectAreTasksKnown, selectConfirmedId, selectTaskSync } from './tasksSelectors';
import { taskAddClosed, taskAddRequested } from './tasksSlice';
import { TaskSync } from './TaskSync';
import { TickBox } from './TickBox';

type Props = {
  /** As it is, or as it was when it was last known. */
  task: Task;
  isHere: boolean;
  back: string;
};

/** A task's own form. Save leaves it open. When the task is deleted elsewhere what was typed stays. */
export function EditTask({ task, isHere, back }: Props) {
  const { taskId } = task;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isWaiting = useAppSelector(state => selectTaskSync(state, taskId)).type === 'pending';
  const isOnline = useAppSelector(selectIsOnline);
  const isKnown = useAppSelector(selectAreTasksKnown);
  const [sentId, setSentId] = useState<string | null>(null);
  const isConfirmed = useIsConfirmed(sentId);
  const date = task.taskDueDay !== null;
  const description = task.taskDescription.trim() !== '';
  const schema = useMemo(() => taskSchemaOf({ date, description }), [date, description]);

  const form = useLiveForm({
    draft: `task/${taskId}`,
    now: valuesOf(task),
    schema,
    onSubmit(values, base) {
      const { id } = dispatch(taskSaveRequested(task, fieldsOf(base), fieldsOf(values))).payload;
      setSentId(id);
      return id;
    },
  });
  const { formik, isDirty } = form;
  const isValid = schema.isValidSync(formik.values);
  const { hasWords, forget } = useHasWords(!isHere && isKnown, isDirty);

  const deleteTask = () => {
    form.forgetDraft();
    dispatch(taskDeleteRequested(task));
    navigate(back);
  };

  const keepAsNew = () => {
    form.sendAs(values => {
      const { operationId } = dispatch(taskAddRequested(fieldsOf(values))).payload;
      dispatch(taskAddClosed({ operationId })); // it is listed at once, nobody waits for the answer
      return operationId;
    });
    navigate(back);
  };

  if (!isHere && !hasWords) return <TaskGone back={back} isCertain={isKnown} />;

  return (
    <TaskFrame page={String(taskId)} back={back}>
      {hasWords && (
        <DeletedLine
          canKeep={isValid}
          onKeep={keepAsNew}
          onDiscard={() => {
            form.discardDraft();
            forget();
          }}
        />
      )}
      <DraftLines form={form} />
      <form
        className={styles.form}
        onSubmit={isHere ? formik.handleSubmit : event => event.preventDefault()}
        noValidate
      >
        {isHere && <TickBox task={task} label="Done" />}
        <TaskControls formik={formik} />
        {isHere && (
          <>
            <TaskSync task={task} onDelete={deleteTask} />
            <div className={styles.actions} data-actions>
              <Button kind="primary" type="submit" isBusy={isWaiting && isOnline} disabled={!isValid}>
                Save Changes
              </Button>
              <Button kind="danger" onClick={deleteTask}>
                Delete Task
              </Button>
              <p role="status" className={styles.saved}>
                {isConfirmed && !isDirty && 'Saved'}
              </p>
            </div>
          </>
        )}
        <WordsActions
          words={{ title: formik.values.taskName, text: formik.values.taskDescription }}
          into="note"
        />
      </form>
    </TaskFrame>
  );
}

/** True once the server has confirmed this very operation, and for as long as no other is asked about. */
function useIsConfirmed(operationId: string | null) {
  const confirmedId = useAppSelector(selectConfirmedId);
  const [lastId, setLastId] = useState<string | null>(null);
  if (operationId !== null && confirmedId === operationId && lastId !== operationId) setLastId(operationId);
  return operationId !== null && lastId === operationId;
}
