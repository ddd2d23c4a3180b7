import { choiceOfRule, type Choice } from '../choice';
import { chosenOf } from '../makeRepeat';
import {
  countsFrom,
  requestedRepeat,
  storedIn,
  type Around,
  type Requested,
  startOf,
} from './requestedRepeat';
import { choiceInWords } from '../ruleInWords';

/** Shortcut letters in a row's menu that its other items do not use. */
const OFFERED: readonly [Choice['every'], key: string][] = [
  ['day', 'd'],
  ['workday', 'y'],
  ['week', 'w'],
  ['month', 'm'],
  ['year', 'a'],
];

type Task = Parameters<typeof storedIn>[0];
type Offer = { name: string; key: string; requested: Requested };

/** The rules that a row's menu offers, starting with the open occurrence, except the current one. They keep the end. */
export function repeatChoices(task: Task, calendar: Pick<Around, 'today' | 'weekStart'>): Offer[] {
  const around: Around = { ...calendar, due: task.taskDueDay, ...storedIn(task) };
  const chosen = around.stored && chosenOf(around.stored.repeat);
  const before = chosen ? choiceOfRule(chosen) : null;
  const kept = before && { ...before, n: 1 };
  return OFFERED.flatMap(([every, key]) => {
    const choice = startOf(every, countsFrom(around), kept);
    const requested = requestedRepeat(choice, around);
    if (!requested || requested.isSame) return [];
    const { end: _end, ...unending } = choice;
    const words = choiceInWords(unending as Choice);
    return [{ name: `${words[0]!.toUpperCase()}${words.slice(1)}`, key, requested }];
  });
}
