import { choiceOfText, textOfRepeat } from '../../repeats/choiceText';
import { repeatOfChoice } from '../../repeats/makeRepeat';
import type { Day } from '../../lib/days/days';
import type { Repeat } from '../../repeats/repeat';
import type { Task, TaskFields, TaskListName } from '../task';

/** The values of the controls: text, all of it. `repeat` is a choice as text (repeats/choiceText.ts). */
export type TaskValues = Record<
  'taskName' | 'taskDescription' | 'taskList' | 'taskDueDay' | 'repeat',
  string
>;

export const noValues: TaskValues = {
  taskName: '',
  taskDescription: '',
  taskList: '',
  taskDueDay: '',
  repeat: '',
};

/** Required fields of a new task, in the order of the form, with their names in *Still needed*. */
const REQUIRED = [
  ['taskName', 'title'],
  ['taskDescription', 'description'],
  ['taskList', 'list'],
  ['taskDueDay', 'due date'],
] as const;

/** The required fields that hold nothing but blanks: their names in the form, and in words. */
export const missingOf = (values: TaskValues) => REQUIRED.filter(([field]) => values[field].trim() === '');

export const valuesOf = ({
  taskName,
  taskDescription,
  taskList,
  taskDueDay,
  repeat,
}: TaskFields & Pick<Task, 'repeat'>): TaskValues => ({
  taskName,
  taskDescription,
  taskList,
  taskDueDay: taskDueDay ?? '',
  repeat: textOfRepeat(repeat),
});

export const fieldsOf = ({ repeat: _repeat, ...values }: TaskValues): TaskFields => ({
  ...values,
  taskList: values.taskList as TaskListName,
  taskDueDay: values.taskDueDay || null,
});

/** The fields of a task that is added with what there is: without a day it is due today, without a list personal. */
export const fieldsAtLeast = (values: TaskValues, today: Day): TaskFields =>
  fieldsOf({
    ...values,
    taskList: values.taskList || 'personal',
    taskDueDay: values.taskDueDay || today,
  });

/** The repeat that the controls ask for, from the due day on; null for none. */
export function repeatOf(values: TaskValues, today: Day, firstDayOfWeek: number): Repeat | null {
  const choice = choiceOfText(values.repeat);
  return choice && repeatOfChoice(choice, values.taskDueDay || today, firstDayOfWeek);
}
