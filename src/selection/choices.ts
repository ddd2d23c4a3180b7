import { dayPlus, type Day } from '../lib/days/days';
import { nextWeekStart } from '../lib/days/nextWeek';
import type { ManyChange } from '../tasks/manyTasks';
import type { Task } from '../tasks/task';
import { wouldChange } from './changeOf';

type Move = Extract<ManyChange, { type: 'move' }>['to'];

/** Where tasks can be moved to, as the menu offers it: `key` chooses it. */
export type Choice = { name: string; key: string; to: Move };

/**
 * The moves that would change at least one of the tasks. `firstDayOfWeek` is 0 (Sunday) to 6.
 */
export function choicesFor(tasks: readonly Task[], today: Day, firstDayOfWeek: number): Choice[] {
  const lists = new Set(tasks.map(({ taskList }) => taskList));
  const listWord = lists.size > 1 ? 'List' : 'Other list';
  const choices: Choice[] = [
    { name: 'Today', key: 't', to: { taskDueDay: today } },
    { name: 'Tomorrow', key: 'o', to: { taskDueDay: dayPlus(today, 1) } },
    { name: 'Next week', key: 'n', to: { taskDueDay: nextWeekStart(today, firstDayOfWeek) } },
    { name: 'No date', key: 'u', to: { taskDueDay: null } },
    { name: `${listWord}: Personal`, key: 'e', to: { taskList: 'personal' } },
    { name: `${listWord}: Work`, key: 'w', to: { taskList: 'work' } },
  ];
  return choices.filter(({ to }) => tasks.some(task => wouldChange(task, to)));
}
