import {
  choiceOfText,
  textOfRepeat,
  requestedRepeat,
  storedIn,
  type Around,
} from '../../repeats/form/requestedRepeat';
import { string, type ObjectSchema } from 'yup';
import type { Day } from '../../lib/days/days';
import type { RuleChange } from '../../repeats/repeat';
import type { Beside, Task, TaskFields, TaskListName, Timing } from '../task';
import { isBlank } from '../../lib/text/visible';

/**
 * The values of the controls, all as text. `repeat` is a choice as text (repeats/form/choiceText.ts), `time` is `HH:MM`,
 * `remind` the minutes of its reminder; empty for none.
 */
export type TaskValues = Record<
  'taskName' | 'taskDescription' | 'taskList' | 'taskDueDay' | 'repeat' | 'time' | 'remind',
  string
>;

export const noValues: TaskValues = {
  taskName: '',
  taskDescription: '',
  taskList: '',
  taskDueDay: '',
  repeat: '',
  time: '',
  remind: '',
};

/** The required fields of a new task, in the order of the form, with their names in *Still needed*. */
const REQUIRED = [
  ['taskName', 'title'],
  ['taskDescription', 'description'],
  ['taskList', 'list'],
  ['taskDueDay', 'due date'],
] as const;

/** The required fields that are blank, with their names in the form and in sentences. */
export const missingOf = (values: TaskValues) => REQUIRED.filter(([field]) => isBlank(values[field]));

export const valuesOf = ({
  taskName,
  taskDescription,
  taskList,
  taskDueDay,
  repeat,
  time = '',
  remind,
}: TaskFields & Pick<Task, 'repeat' | 'time' | 'remind'>): TaskValues => ({
  taskName,
  taskDescription,
  taskList,
  taskDueDay: taskDueDay ?? '',
  repeat: textOfRepeat(repeat),
  time,
  remind: remind === undefined ? '' : String(remind),
});

/** The time in the controls; null without one. An older draft has none. */
const timingIn = ({ time, remind }: Partial<TaskValues>): Timing | null =>
  time ? { time, ...(remind && { remind: Number(remind) }) } : null;

export const fieldsOf = ({
  repeat: _repeat,
  time: _time,
  remind: _remind,
  ...values
}: TaskValues): TaskFields => ({
  ...values,
  taskList: values.taskList as TaskListName,
  taskDueDay: values.taskDueDay || null,
});

/** The fields of an incomplete task: without a day it is due today, without a list it is personal. */
export const fieldsAtLeast = (values: TaskValues, today: Day): TaskFields =>
  fieldsOf({
    ...values,
    taskList: values.taskList || 'personal',
    taskDueDay: values.taskDueDay || today,
  });

type Calendar = Omit<Around, 'due'>;

const requestOf = ({ repeat, taskDueDay }: TaskValues, calendar: Calendar) => {
  const choice = choiceOfText(repeat);
  return choice && requestedRepeat(choice, { ...calendar, due: taskDueDay || null });
};

/** A form's schema in which a rule that never comes is refused. */
export const withRule = <Fields extends object>(schema: ObjectSchema<Fields>, calendar: Calendar) =>
  schema.shape({
    repeat: string().test('comes', (_text, { parent }) => {
      const values = parent as TaskValues;
      return !choiceOfText(values.repeat) || requestOf(values, calendar) !== null;
    }),
  });

/** The task in the controls, with its repeat, on whose first day it is due, and its time. */
export function newTaskOf(
  values: TaskValues,
  calendar: Calendar,
  fields = fieldsOf(values),
): { fields: TaskFields; beside: Beside } {
  const timing = timingIn(values);
  const requested = requestOf({ ...values, taskDueDay: fields.taskDueDay ?? '' }, calendar);
  return requested
    ? { fields: { ...fields, taskDueDay: requested.due }, beside: { repeat: requested.repeat, timing } }
    : { fields, beside: { timing } };
}

/**
 * The controls' changes of a task: an edit, and the repeat and the time if they changed. A new rule determines the day, so the edit
 * does not include one; the sender then resolves it against another device's tick by the rule alone.
 */
export function changesOf(
  values: TaskValues,
  base: TaskValues,
  task: Pick<Task, 'repeat' | 'taskDueDay'>,
  calendar: Calendar,
): { base: TaskFields; fields: TaskFields; rule: RuleChange | null; timing?: Timing | null } {
  const [before, timing] = [timingIn(base), timingIn(values)];
  const isSameTime = before?.time === timing?.time && before?.remind === timing?.remind;
  const edit = { base: fieldsOf(base), fields: fieldsOf(values), ...(!isSameTime && { timing }) };
  if (values.repeat === base.repeat) return { ...edit, rule: null };
  const requested = requestOf(values, { ...calendar, ...storedIn(task) });
  if (requested?.isSame) return { ...edit, rule: { repeat: requested.repeat } };
  const { taskDueDay } = edit.base;
  const due = requested ? requested.due : edit.fields.taskDueDay;
  const isDayNew = requested !== null || due !== taskDueDay;
  return {
    ...edit,
    fields: { ...edit.fields, taskDueDay },
    rule: { repeat: requested && requested.repeat, ...(isDayNew && { due }) },
  };
}
