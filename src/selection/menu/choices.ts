import { dayPlus, type Day } from '../../lib/days/days';
import { nextWeekStart } from '../../lib/days/nextWeek';
import type { ManyChange } from '../../tasks/selecting/manyTasks';
import type { Task } from '../../tasks/task';
import { wouldChange } from '../changeOf';

type Move = Extract<ManyChange, { type: 'move' }>['to'];

/** A destination for tasks in the menu; `key` is its shortcut. */
export type Choice = { name: string; key: string; to: Move };

/** The destinations for tasks. `firstDayOfWeek` is 0 (Sunday) to 6. */
export function allChoices(tasks: readonly Task[], today: Day, firstDayOfWeek: number): Choice[] {
  const lists = new Set(tasks.map(({ taskList }) => taskList));
  const listWord = lists.size > 1 ? 'List' : 'Other list';
  return [
    { name: 'Today', key: 't', to: { taskDueDay: today } },
    { name: 'Tomorrow', key: 'o', to: { taskDueDay: dayPlus(today, 1) } },
    { name: 'Next week', key: 'n', to: { taskDueDay: nextWeekStart(today, firstDayOfWeek) } },
    { name: 'No date', key: 'u', to: { taskDueDay: null } },
    { name: `${listWord}: Personal`, key: 'e', to: { taskList: 'personal' } },
    { name: `${listWord}: Work`, key: 'w', to: { taskList: 'work' } },
  ];
}

/** Whether a move would change at least one task. */
export const changesAny = (tasks: readonly Task[], to: Move) => tasks.some(task => wouldChange(task, to));
