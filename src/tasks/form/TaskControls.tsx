import type { ChangeEvent, ReactNode, Ref } from 'react';
import type { useFormik } from 'formik';
import { EARLIEST_DAY } from '../../lib/days/days';
import { YEAR_MESSAGE } from './taskSchema';
import { useAppSelector } from '../../hooks';
import { TagChips } from '../../components/TagChip';
import { Field } from '../../components/Field';
import { RepeatsField } from '../../repeats/form/RepeatsField';
import { storedIn } from '../../repeats/form/requestedRepeat';
import { selectFirstDayOfWeek } from '../../settings/weekSelectors';
import { selectToday } from '../../ui/uiSlice';
import { TitleField } from '../../components/input/TitleField';
import { DescriptionField } from '../../components/subtasks/DescriptionField';
import type { Task } from '../task';
import styles from './TaskFrame.module.css';
import { chunk } from '../../components/chunk';
import { selectSettings } from '../../settings/settingsSlice';
import { TimeField } from './TimeField';
import type { TaskValues } from './taskValues';
import { CalendarDays } from 'lucide-react';
import { Icon } from '../../components/Icon';

/**
 * A button that opens the dialog to pick a day for a date field. One listener of the page handles all of them
 * (selection/pickDay).
 */
const PickDayButton = ({ field }: { field: string }) => (
  <button
    type="button"
    className={styles.pick}
    data-pick-day={field}
    aria-haspopup="dialog"
    aria-label="Pick a day"
    title="Pick a day"
  >
    <Icon of={CalendarDays} />
  </button>
);

const RemindField = chunk(() => import(/* webpackChunkName: "reminders" */ './RemindField'));

type Formik = Pick<
  ReturnType<typeof useFormik<TaskValues>>,
  'values' | 'errors' | 'getFieldProps' | 'setFieldValue' | 'setValues'
>;

type Props = {
  formik: Formik;
  /** The current task; absent in the form of a new one. */
  task?: Task;
  title?: Ref<HTMLTextAreaElement>;
  /** Immediately saves a description whose subtasks were changed, unless the form has unsaved changes of it. */
  onSubtasks?: (taskDescription: string, before: string) => void;
  /** Shown in the line of list and day. */
  children?: ReactNode;
};

/**
 * The four fields, the description with its subtasks, the time and the repeat. Only texts that are too long have an error message:
 * an empty field is visible.
 */
export function TaskControls({ formik, task, title, onSubtasks, children }: Props) {
  const { values, errors, getFieldProps, setFieldValue, setValues } = formik;
  const today = useAppSelector(selectToday);
  const tooLong = (field: keyof TaskValues) =>
    values[field] !== '' && errors[field]?.includes('at most') && errors[field];
  const { remind } = useAppSelector(selectSettings);
  /** A new time gets the reminder that the settings have for it. */
  const setTime = (time: string) => {
    const isNew = values.time === '' && values.remind === '' && task?.time === undefined;
    void setValues({ ...values, time, ...(isNew && remind !== undefined && { remind: String(remind) }) });
  };
  return (
    <>
      <div className={styles.paper}>
        <Field label="Title" message={tooLong('taskName')}>
          {control => (
            <TitleField
              {...control}
              {...getFieldProps('taskName')}
              onTitle={taskName => void setFieldValue('taskName', taskName)}
              ref={title}
              placeholder="Title of your task"
            />
          )}
        </Field>
        <TagChips line={values.taskName} />
        <DescriptionField
          name="taskDescription"
          placeholder="Description"
          message={tooLong('taskDescription')}
          description={values.taskDescription}
          onType={next => void setFieldValue('taskDescription', next)}
          onSubtasks={onSubtasks}
        />
      </div>
      <div className={styles.line}>
        {children}
        <Field label="List">
          {control => (
            <select {...control} {...getFieldProps('taskList')}>
              <option value="" disabled hidden />
              <option value="personal">Personal</option>
              <option value="work">Work</option>
            </select>
          )}
        </Field>
        <Field label="Due Date" message={errors.taskDueDay === YEAR_MESSAGE && YEAR_MESSAGE}>
          {control => (
            <div className={styles.due}>
              <input
                {...control}
                {...getFieldProps('taskDueDay')}
                type="date"
                min={EARLIEST_DAY}
                max="9999-12-31"
              />
              <PickDayButton field={control.id} />
            </div>
          )}
        </Field>
        <TimeField
          {...getFieldProps('time')}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setTime(event.target.value)}
        />
      </div>
      {values.time !== '' && <RemindField {...getFieldProps('remind')} />}
      <RepeatsField
        value={values.repeat}
        around={{
          due: values.taskDueDay || null,
          today,
          weekStart: useAppSelector(selectFirstDayOfWeek),
          ...(task && storedIn(task)),
        }}
        onChange={(repeat, due) => void setValues({ ...values, repeat, ...(due && { taskDueDay: due }) })}
      />
    </>
  );
}
