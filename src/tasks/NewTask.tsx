import { useEffect, useRef, useState } from 'react';
import { useFormik } from 'formik';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { Button } from '../ui/Button';
import { DraftLine } from '../ui/DraftLine';
import { Notice } from '../ui/Notice';
import { useDraft } from '../ui/useDraft';
import { TaskControls } from './TaskControls';
import styles from './TaskFrame.module.css';
import { TaskFrame } from './TaskFrame';
import { areValues, fieldsOfValues, noValues, sameValues, taskSchema } from './taskSchema';
import { selectAdding } from './tasksSelectors';
import { taskAddClosed, taskAddRequested } from './tasksSlice';

/**
 * A blank form, or the words that were not submitted last time. While the add is on its way nothing is sent twice; when
 * it is done the app goes on to the task's list, when it is refused the form still has its words.
 */
export function NewTask({ back }: { back: string }) {
  const dispatch = useAppDispatch();
  const adding = useAppSelector(selectAdding);
  const failure = adding?.failure ?? null;
  const isSending = adding !== null && failure === null;
  const { restored, keep } = useDraft('task/new', areValues);
  const [hasDraft, setHasDraft] = useState(restored !== null);
  /** True from the submit to its answer; a ref, because a second Enter may come before the next rendering. */
  const isSent = useRef(false);

  const formik = useFormik({
    initialValues: restored ?? noValues,
    validationSchema: taskSchema,
    onSubmit(submitted) {
      if (isSent.current) return;
      isSent.current = true;
      dispatch(taskAddRequested(fieldsOfValues(submitted)));
    },
  });
  const { values, setValues } = formik;

  const startAnew = () => {
    setHasDraft(false);
    void setValues(noValues);
  };

  // The draft goes when the add is on the device or with the server, and comes back if it is refused.
  useEffect(() => {
    if (failure !== null) isSent.current = false;
    if (!isSent.current) keep(sameValues(values, noValues) ? null : values);
  }, [values, failure, keep]);
  useEffect(() => {
    if (!isSent.current || adding !== null) return;
    isSent.current = false;
    void setValues(noValues);
  }, [adding, setValues]);
  useEffect(
    () => () => {
      if (isSent.current) keep(null);
      dispatch(taskAddClosed());
    },
    [keep, dispatch],
  );

  return (
    <TaskFrame page="new" back={back}>
      {hasDraft && !isSending && <DraftLine onDiscard={startAnew} />}
      <form className={styles.form} onSubmit={formik.handleSubmit} noValidate>
        <TaskControls formik={formik} />
        {failure !== null && (
          <Notice kind="failure">
            <strong>Not saved</strong> {failure}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button
            kind="primary"
            type="submit"
            isBusy={isSending}
            disabled={isSending || !taskSchema.isValidSync(values)}
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
