import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { Button } from '../../components/Button';
import { useRootAttribute } from '../../components/hooks/useRootAttribute';
import { DraftLines } from '../../drafts/DraftLines';
import { Notice } from '../../components/messages/Notice';
import { isSaveKey } from '../../components/input/saveKey';
import { isEnterInLine } from '../../components/input/TitleField';
import { useLiveForm } from '../../drafts/useLiveForm';
import { selectFirstDayOfWeek } from '../../settings/weekSelectors';
import { selectToday } from '../../ui/uiSlice';
import { TaskControls } from './TaskControls';
import styles from './TaskFrame.module.css';
import { TaskFrame } from './TaskFrame';
import { taskSchema, titleSchema } from './taskSchema';
import { fieldsAtLeast, missingOf, newTaskOf, noValues, withRule } from './taskValues';
import { taskAddAtOnceRequested } from '../wire/taskAdding';
import { selectAdding } from '../tasksSelectors';
import { taskAddClosed, taskAddRequested } from '../tasksSlice';

/**
 * A blank form, or the draft of last time. While the add is in progress, nothing can be submitted. After success the
 * app goes to the task's list; after a refusal the form still has its values.
 */
export function NewTask({ back }: { back: string }) {
  const { form, isSending, failure, addAsItIs } = useAdding();
  const goBack = useGoBack(back);
  const { formik } = form;
  const { values, errors, isValid: isComplete } = formik;
  const title = useTitleFocus();
  const hasTitle = titleSchema.isValidSync(values) && !errors.repeat;
  const missing = missingOf(values);

  const addTitle = () => {
    if (isSending || !hasTitle) return;
    addAsItIs();
    goBack();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const isSave = isSaveKey(event);
    if (!isSave && !isEnterInLine(event)) return;
    event.preventDefault();
    if (isSending) return;
    const [first] = missing;
    if (isComplete) event.currentTarget.requestSubmit();
    else if (isSave && hasTitle) addTitle();
    else if (first) (event.currentTarget.elements.namedItem(first[0]) as HTMLElement).focus();
  };

  return (
    <TaskFrame page="new" back={back}>
      <DraftLines form={form} isNew />
      <form className={styles.form} onSubmit={formik.handleSubmit} onKeyDown={onKeyDown} noValidate>
        <TaskControls formik={formik} title={title} />
        {failure !== null && (
          <Notice kind="failure">
            <strong>Not saved</strong> <span>{failure}</span>
          </Notice>
        )}
        <AddActions
          isSending={isSending}
          isComplete={isComplete}
          onAddTitle={hasTitle ? addTitle : null}
          missing={missing.map(([, words]) => words)}
        />
      </form>
    </TaskFrame>
  );
}

/** The form and the state of its add. `addAsItIs` adds an incomplete task without waiting for the answer. */
function useAdding() {
  const dispatch = useAppDispatch();
  const adding = useAppSelector(selectAdding);
  const today = useAppSelector(selectToday);
  const weekStart = useAppSelector(selectFirstDayOfWeek);
  const operationId = adding?.operationId;
  const failure = adding?.failure ?? null;
  const isSending = adding !== null && failure === null;
  /** True from the submit to its answer; a ref, because a second Enter may come before the next rendering. */
  const isSent = useRef(false);

  const schema = useMemo(() => withRule(taskSchema, { today, weekStart }), [today, weekStart]);
  const form = useLiveForm({
    draft: 'task/new',
    now: noValues,
    schema,
    onSubmit(values) {
      if (isSent.current) return undefined;
      isSent.current = true;
      const { fields, beside } = newTaskOf(values, { today, weekStart });
      return dispatch(taskAddRequested(fields, beside)).payload.operationId;
    },
  });

  const answered = useEffectEvent(() => {
    if (!isSent.current || isSending) return;
    isSent.current = false;
    form.refill({ base: noValues, values: failure === null ? noValues : form.formik.values });
  });
  useEffect(() => answered(), [isSending]);
  // When the form is left, it stops waiting: the task is listed, with its own sync state.
  useEffect(
    () => () => void (operationId && dispatch(taskAddClosed({ operationId }))),
    [operationId, dispatch],
  );

  const addAsItIs = () =>
    form.sendAs(values => {
      const { fields, beside } = newTaskOf(values, { today, weekStart }, fieldsAtLeast(values, today));
      return dispatch(taskAddAtOnceRequested(fields, beside)).payload.operationId;
    });
  return { form, isSending, failure, addAsItIs };
}

type ActionsProps = {
  isSending: boolean;
  isComplete: boolean;
  /** Null without a title. */
  onAddTitle: (() => void) | null;
  /** Names of the fields that are still required. */
  missing: readonly string[];
};

/** The button to add a complete task, beside it the one for an incomplete task, and what is still required. */
function AddActions({ isSending, isComplete, onAddTitle, missing }: ActionsProps) {
  const missingId = useId();
  useRootAttribute('data-form-actions');
  return (
    <div className={`${styles.actions} ${styles.adding}`}>
      <Button
        kind="primary"
        type="submit"
        isBusy={isSending}
        disabled={isSending || !isComplete}
        aria-describedby={missingId}
      >
        Add Task
      </Button>
      {!isComplete && !isSending && (
        <Button disabled={onAddTitle === null} onClick={() => onAddTitle?.()}>
          Add anyway
        </Button>
      )}
      <div className={styles.saved}>
        <p role="status">{isSending && 'Adding…'}</p>
        <p id={missingId}>{onAddTitle && missing.length > 0 && `Still needed: ${missing.join(', ')}`}</p>
      </div>
    </div>
  );
}

/** Returns to the page that opened the form, or to `path` if the form is the first page of the tab. */
function useGoBack(path: string) {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    const { idx } = (history.state ?? {}) as { idx?: number };
    void (key === 'default' || idx === 0 ? navigate(path) : navigate(-1));
  };
}

/** Focuses the title when the form is opened, and when it is requested again while open. */
function useTitleFocus() {
  const title = useRef<HTMLTextAreaElement>(null);
  const { key } = useLocation();
  useLayoutEffect(() => title.current!.focus(), [key]);
  return title;
}
