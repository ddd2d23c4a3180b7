import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Button } from '../components/Button';
import { DraftLines } from '../components/DraftLines';
import { Notice } from '../components/Notice';
import { useLiveForm } from '../components/useLiveForm';
import { takeTypedAhead } from '../lib/typedAhead';
import { TaskControls } from './TaskControls';
import styles from './TaskFrame.module.css';
import { TaskFrame } from './TaskFrame';
import { taskSchema } from './taskSchema';
import { fieldsOf, noValues } from './taskValues';
import { selectAdding } from './tasksSelectors';
import { taskAddClosed, taskAddRequested } from './tasksSlice';

/**
 * A blank form, or the words that were not submitted last time. While the add is on its way nothing is sent twice; when
 * it is done the app goes on to the task's list, when it is refused the form still has its words.
 */
export function NewTask({ back }: { back: string }) {
  const dispatch = useAppDispatch();
  const adding = useAppSelector(selectAdding);
  const operationId = adding?.operationId;
  const failure = adding?.failure ?? null;
  const isSending = adding !== null && failure === null;
  /** True from the submit to its answer; a ref, because a second Enter may come before the next rendering. */
  const isSent = useRef(false);

  const form = useLiveForm({
    draft: 'task/new',
    now: noValues,
    schema: taskSchema,
    onSubmit(values) {
      if (isSent.current) return undefined;
      isSent.current = true;
      return dispatch(taskAddRequested(fieldsOf(values))).payload.operationId;
    },
  });
  const { formik, refill } = form;

  const title = useTitleFocus(
    letters => void formik.setFieldValue('taskName', formik.values.taskName + letters),
  );

  const answered = useEffectEvent(() => {
    if (!isSent.current || isSending) return;
    isSent.current = false;
    refill({ base: noValues, values: failure === null ? noValues : formik.values });
  });
  useEffect(() => answered(), [isSending]);
  // A form that is left waits for no answer: the task is listed, and says itself how it fares.
  useEffect(
    () => () => void (operationId && dispatch(taskAddClosed({ operationId }))),
    [operationId, dispatch],
  );

  return (
    <TaskFrame page="new" back={back}>
      <DraftLines form={form} />
      <form className={styles.form} onSubmit={formik.handleSubmit} noValidate>
        <TaskControls formik={formik} title={title} />
        {failure !== null && (
          <Notice kind="failure">
            <strong>Not saved</strong> {failure}
          </Notice>
        )}
        <div className={styles.actions} data-actions>
          <Button
            kind="primary"
            type="submit"
            isBusy={isSending}
            disabled={isSending || !taskSchema.isValidSync(formik.values)}
          >
            Add Task
          </Button>
          <p role="status" className={styles.saved}>
            {isSending && 'Adding…'}
          </p>
        </div>
      </form>
    </TaskFrame>
  );
}

/**
 * Puts the focus into the title when the form is opened, and when it is asked for again while it is open. `onTypedAhead`
 * gets the letters that were typed before the field was there.
 */
function useTitleFocus(onTypedAhead: (letters: string) => void) {
  const title = useRef<HTMLInputElement>(null);
  const { key } = useLocation();
  const begin = useEffectEvent(() => {
    title.current!.focus();
    const letters = takeTypedAhead();
    if (letters !== '') onTypedAhead(letters);
  });
  useLayoutEffect(() => begin(), [key]);
  return title;
}
