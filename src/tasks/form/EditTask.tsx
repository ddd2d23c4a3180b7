import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { Button } from '../../components/Button';
import { useRootAttribute } from '../../components/hooks/useRootAttribute';
import { DeletedLine } from '../../components/DeletedLine';
import { isSaveKey } from '../../components/input/saveKey';
import { isEnterInLine } from '../../components/input/TitleField';
import { DiscardChanges, DraftLines } from '../../drafts/DraftLines';
import { WordsActions } from '../../drafts/WordsActions';
import { selectIsOnline, selectToday } from '../../ui/uiSlice';
import { useHasWords, useLiveForm } from '../../drafts/useLiveForm';
import { bodyOf, fieldsOf, fieldsOfRecord, type Task } from '../task';
import { TaskControls } from './TaskControls';
import styles from './TaskFrame.module.css';
import { TaskFrame } from './TaskFrame';
import { taskSchemaOf } from './taskSchema';
import { selectFirstDayOfWeek } from '../../settings/weekSelectors';
import { storedIn } from '../../repeats/form/requestedRepeat';
import { saveTask } from './saveTask';
import { changesOf, missingOf, newTaskOf, valuesOf, withRule, type TaskValues } from './taskValues';
import { taskDeleteRequested, taskDescribeRequested, taskSaveRequested } from '../taskActions';
import { taskAddAtOnceRequested } from '../wire/taskAdding';
import { TaskGone } from './TaskGone';
import { selectAreTasksKnown, selectConfirmedId, selectTaskSync, selectTaskOthers } from '../tasksSelectors';
import { TickBox } from '../views/row/TickBox';
import { isBlank } from '../../lib/text/visible';
import { OthersNotice } from '../../ui/OthersNotice';
import { dayInWords, type Day } from '../../lib/days/days';
import { SyncNotice } from '../../ui/SyncNotice';
import { taskChange, taskItemKey } from '../taskKinds';

/** The messages of the task's form about its sync state and changes from other devices, with their buttons. */
function TaskSync({ task, onDelete }: { task: Task; onDelete: () => void }) {
  const { taskId, fireId } = task;
  const sync = useAppSelector(state => selectTaskSync(state, taskId));
  const others = useAppSelector(state => selectTaskOthers(state, taskId));
  const today = useAppSelector(selectToday);
  const theirs = fieldsOfRecord({ ...bodyOf(task, taskId), ...others?.fields })!;
  return (
    <>
      <SyncNotice sync={sync} itemKey={taskItemKey(taskId)} />
      <OthersNotice
        others={others}
        differences={labels.flatMap(([field, stored, label]) => {
          if (!others?.fields || !(stored in others.fields)) return [];
          const text = field === 'taskDueDay' ? dayInWords(theirs.taskDueDay, today) : theirs[field];
          return [[label, text] as const];
        })}
        take={options => taskSaveRequested(task, fieldsOf(task), theirs, options)}
        dismissal={taskChange('task/dismiss', { taskId, fireId, title: task.taskName })}
        onDelete={onDelete}
      />
    </>
  );
}

/** Fields, their stored names, and their labels in the form. */
const labels = [
  ['taskName', 'taskName', 'Title'],
  ['taskDescription', 'taskDescription', 'Description'],
  ['taskList', 'taskList', 'List'],
  ['taskDueDay', 'taskDueDate', 'Due Date'],
] as const;

type Props = {
  /** The current or last known task. */
  task: Task;
  isHere: boolean;
  back: string;
  /** Stands on top of the form. */
  top?: ReactNode;
};

/** The form of an existing task. Save leaves it open, leaving it saves. If the task is deleted elsewhere, typed text stays. */
export function EditTask({ task, isHere, back, top }: Props) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isKnown = useAppSelector(selectAreTasksKnown);
  const { form, calendar, isSaved } = useTaskForm(task, isHere);
  const { formik, isDirty } = form;
  const { isValid } = formik;
  const { isDeleting, deleteTask } = useDeletion(task, back, form.forgetDraft);
  const isGone = !isHere && !isDeleting;
  const { hasWords, forget } = useHasWords(isGone && isKnown, isDirty);

  const saveSubtasks = (taskDescription: string, before: string) => {
    if (isHere && before === task.taskDescription) dispatch(taskDescribeRequested(task, taskDescription));
  };

  const keepAsNew = () => {
    form.sendAs(values => {
      const { fields, beside } = newTaskOf(values, { ...calendar, ...storedIn(task) });
      return dispatch(taskAddAtOnceRequested(fields, beside)).payload.operationId;
    });
    navigate(back);
  };

  if (isGone && !hasWords) return <TaskGone back={back} isCertain={isKnown} />;

  return (
    <TaskFrame page={String(task.taskId)} back={back}>
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
      {!isGone && top}
      <DraftLines form={form} />
      <form
        className={styles.form}
        onKeyDown={submitByKeys}
        onSubmit={isGone ? event => event.preventDefault() : formik.handleSubmit}
        noValidate
      >
        <TaskControls formik={formik} task={task} onSubtasks={saveSubtasks}>
          {!isGone && <TickBox task={task} label="Done" />}
        </TaskControls>
        {!isGone && (
          <Actions
            task={task}
            canSave={isValid}
            isSaved={isSaved}
            onDelete={deleteTask}
            missing={missingOf(formik.values).filter(([field]) => formik.errors[field])}
            discard={<DiscardChanges form={form} />}
          />
        )}
        <WordsActions
          words={{ title: formik.values.taskName, text: formik.values.taskDescription }}
          into="note"
        />
      </form>
    </TaskFrame>
  );
}

/** The form, which also saves a valid change when it is left; and whether the server has what was saved last. */
function useTaskForm(task: Task, isHere: boolean) {
  const dispatch = useAppDispatch();
  const today = useAppSelector(selectToday);
  const weekStart = useAppSelector(selectFirstDayOfWeek);
  const [sentId, setSentId] = useState<string | null>(null);
  const isConfirmed = useIsConfirmed(sentId);
  const schema = useSchema(task, today, weekStart);
  const save = (values: TaskValues, base: TaskValues) =>
    saveTask(dispatch, task, changesOf(values, base, task, { today, weekStart }));
  const form = useLiveForm({
    draft: `task/${task.taskId}`,
    now: valuesOf(task),
    schema,
    onSubmit(values, base) {
      const id = save(values, base);
      setSentId(id);
      return id;
    },
    onLeave: isHere ? save : undefined,
  });
  return { form, calendar: { today, weekStart }, isSaved: isConfirmed && !form.isDirty };
}

/** Deletes the task and closes its form, which stays as it is until the page without it is rendered. */
function useDeletion(task: Task, back: string, forgetDraft: () => void) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const deleteTask = () => {
    forgetDraft();
    // Once the list is shown again, its row has the focus and passes it to the next row.
    flushSync(() => {
      setIsDeleting(true);
      void navigate(back);
    });
    dispatch(taskDeleteRequested(task));
  };
  return { isDeleting, deleteTask };
}

function submitByKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (!isSaveKey(event) && !isEnterInLine(event)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** An existing date or description can be changed but not emptied. */
function useSchema({ taskDueDay, taskDescription, repeat }: Task, today: Day, weekStart: number) {
  const description = !isBlank(taskDescription);
  return useMemo(() => {
    const stored = storedIn({ taskDueDay, ...(repeat && { repeat }) });
    return withRule(taskSchemaOf({ day: taskDueDay, description }), { today, weekStart, ...stored });
  }, [taskDueDay, description, repeat, today, weekStart]);
}

type ActionsProps = {
  task: Task;
  canSave: boolean;
  isSaved: boolean;
  onDelete: () => void;
  /** The fields that it had, and that are blank now. */
  missing: ReturnType<typeof missingOf>;
  discard: ReactNode;
};

function Actions({ task, canSave, isSaved, onDelete, missing, discard }: ActionsProps) {
  useRootAttribute('data-form-actions');
  const isWaiting = useAppSelector(state => selectTaskSync(state, task.taskId)).type === 'pending';
  const isOnline = useAppSelector(selectIsOnline);
  return (
    <>
      <TaskSync task={task} onDelete={onDelete} />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isBusy={isWaiting && isOnline} disabled={!canSave}>
          Save Changes
        </Button>
        <Button kind="danger" onClick={onDelete}>
          Delete Task
        </Button>
        <div className={styles.saved}>
          <p role="status">
            {isSaved && 'Saved'}
            {missing.length > 0 && `Still needed: ${missing.map(([, words]) => words).join(', ')}`}
          </p>
          {discard}
        </div>
      </div>
    </>
  );
}

/** True once the server has confirmed this operation, until another one is passed. */
function useIsConfirmed(operationId: string | null) {
  const confirmedId = useAppSelector(selectConfirmedId);
  const [lastId, setLastId] = useState<string | null>(null);
  if (operationId !== null && confirmedId === operationId && lastId !== operationId) setLastId(operationId);
  return operationId !== null && lastId === operationId;
}
