import type { Day } from '../lib/days/days';
import type { TimeInName } from '../tasks/views/row/timeInName';
import { readTitle } from './reading/readTitle';

const MONDAY = 1;

/** The time in a name that is being changed. Its other words stay as they are. */
export function timeInName(name: string, today: Day): TimeInName | null {
  const { understood } = readTitle(name, { today, language: navigator.language, firstDayOfWeek: MONDAY });
  return understood.find(phrase => phrase.kind === 'time') ?? null;
}
