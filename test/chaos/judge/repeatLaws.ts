import { nextDay } from '../../../src/repeats/nextDay';
import { SKIPPED, type Occurrences, type Repeat } from '../../../src/repeats/repeat';
import { ruleOfText } from '../../../src/repeats/rule';
import type { Act, Entry } from './history';
import type { StoredRepeat } from './stored';

/** Acts that make another series of a task, or none. */
const REMAKES: readonly Act[] = ['rule', 'end'];
const STEPS: readonly Act[] = ['step', 'skip', 'stepBack'];
/** Decisions of people about a change that was not taken. */
const DECIDES: readonly Act[] = ['discard', 'takeTheirs'];

const dayOf = ({ fields }: Entry) => fields['day'] ?? '';
const onOf = ({ fields }: Entry) => fields['on'] ?? '';
const last = (days: string[]) => days.reduce((a, b) => (a > b ? a : b), '');

/** Faults of a task that repeats, from all that people did to it and all that the server has of it. */
export function judgeRepeat(item: string, entries: Entry[], stored: StoredRepeat[]): string[] {
  const [first] = entries;
  const [record, ...others] = stored.filter(({ isOther }) => !isOther);
  if (!record) return first!.isAccepted ? [`${item}: is lost: neither in its list nor in the trash`] : [];
  if (others.length > 0) return [`${item}: is there ${stored.length} times`];
  if (stored.some(({ isOther }) => isOther) && !entries.some(isMoveOf(entries)))
    return [`${item}: has another version, and nobody gave it a day while it did not repeat`];
  const isDeleted = entries.some(({ act }) => act === 'delete');
  return [
    ...(record.isListed || isDeleted ? [] : ['is gone, and nobody deleted it']),
    ...judgeSteps(entries, record),
    ...judgeOpenDay(entries, record),
  ].map(words => `${item}: ${words}`);
}

/** Whether an act gave a day to a task that had been ended: an edit as any other, which may conflict when it is sent again. */
const isMoveOf =
  (entries: Entry[]) =>
  ({ act, number }: Entry) => {
    const before = entries.filter(entry => REMAKES.includes(entry.act) && entry.number < number);
    return (act === 'move' || act === 'rule') && before.at(-1)?.act === 'end';
  };

/** Whether somebody took back a step of the same day, as far as it is known what they took back. */
const takenBackIn = (entries: Entry[]) => (step: Entry) =>
  entries.some(entry => entry.act === 'stepBack' && (!dayOf(entry) || dayOf(entry) === dayOf(step)));

/** No tick is lost: its day is noted, or a later one that was open when it was made. */
function judgeSteps(entries: Entry[], { occurrences }: StoredRepeat): string[] {
  const isTakenBack = takenBackIn(entries);
  const isRemade = entries.some(({ act }) => REMAKES.includes(act) || DECIDES.includes(act));
  const noted = Object.keys(occurrences);
  return entries.flatMap(entry => {
    const day = dayOf(entry);
    const isStep = entry.act === 'step' || entry.act === 'skip';
    if (!isStep || !entry.isAccepted || isTakenBack(entry)) return [];
    const isForLater = noted.some(other => other > day && other <= onOf(entry));
    // A day that was opened again, or whose rule is another one, elsewhere is not taken, and says so.
    const isRefusable = entries.some(({ act }) => act === 'stepBack') || isRemade;
    if (occurrences[day] === undefined && !isForLater && !isRefusable)
      return [`the ${entry.act} #${entry.number} of ${day} on ${onOf(entry)} is lost`];
    if (entry.act === 'step' && occurrences[day] === SKIPPED && !isForLater && !isRefusable)
      return [`the tick #${entry.number} of ${day} is noted as skipped`];
    return [];
  });
}

/** The open day is free, a day of its rule, and behind the latest of all occurrences and days of ticks. */
function judgeOpenDay(entries: Entry[], { repeat, occurrences, due, isDone }: StoredRepeat): string[] {
  const ends = entries.some(({ act }) => act === 'end');
  if (!repeat) return ends || isDone ? [] : ['repeats no more, and nobody ended it'];
  const { at, after, first } = repeat;
  const wrong: string[] = [];
  if (at in occurrences) wrong.push(`${at} is open, and noted`);
  if (due !== at && !isMovedIn(entries, at, after)) wrong.push(`is due on ${due}, and ${at} is open`);
  const rule = ruleOfText(repeat.rule)!;
  if (after) return wrong;
  if (nextDay(rule, first, dayBefore(at)) !== at) wrong.push(`${at} is no day of ${repeat.rule}`);
  if (entries.some(({ act }) => REMAKES.includes(act) || DECIDES.includes(act))) return wrong;
  // A tab died before it could be read which day it ticked.
  const isUnknown = ({ act, fields }: Entry) => STEPS.includes(act) && !fields['day'];
  if (entries.some(isUnknown)) return wrong;
  const possible = possibleDays(entries, repeat, occurrences);
  if (!possible.has(at)) wrong.push(`${at} is open instead of ${[...possible].join(' or ')}`);
  return wrong;
}
/**
 * Whether somebody gave the open day another one, as far as it is known which they gave. Where the rule changed as well, or
 * counts from the tick, the day may be one that another device gave up unheard.
 */
const isMovedIn = (entries: Entry[], at: string, after = false) => {
  const isVague = after || entries.some(({ act }) => REMAKES.includes(act) || DECIDES.includes(act));
  return entries.some(entry => entry.act === 'move' && (isVague || ['', at].includes(dayOf(entry))));
};
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/**
 * The days that may be open: the next one after the latest of all ticks and skips, by their own days and those on which
 * they were made. Acts that were refused, or taken back, may count or not.
 */
function possibleDays(entries: Entry[], { rule: text, first }: Repeat, occurrences: Occurrences) {
  const steps = entries.filter(({ act }) => act === 'step' || act === 'skip');
  const taken = entries.filter(({ act }) => act === 'stepBack');
  const isTakenBack = takenBackIn(entries);
  const isSure = (entry: Entry) => entry.isAccepted && !isTakenBack(entry);
  const sure = steps.filter(isSure);
  const mandatory = [...sure.flatMap(entry => [dayOf(entry), onOf(entry)]), ...Object.keys(occurrences)];
  const base = last(mandatory);
  const optional = [...steps.flatMap(step => [dayOf(step), onOf(step)]), ...taken.map(dayOf)];
  const rule = ruleOfText(text)!;
  const openAfter = (day: string) => {
    let next = nextDay(rule, first, day || null);
    while (next !== null && next in occurrences) next = nextDay(rule, first, next);
    return next;
  };
  const days = [base, ...optional.filter(day => day > base)].map(openAfter);
  // A step that is taken back opens its own day.
  return new Set([...days, ...taken.map(dayOf).filter(day => day > base || base === '')]);
}

/** How the logbook of a screen differs: it has each day that is noted as done once; the last of a series is its task's own row. */
export function judgeLogbook(screen: string, repeats: StoredRepeat[], shown: string[]): string[] {
  const doubled = shown.filter((words, at) => shown.indexOf(words) !== at);
  const wrong = doubled.map(words => `${screen} has ${words} twice in the logbook`);
  for (const { item, isListed, isDone, occurrences } of repeats.filter(({ isOther }) => !isOther)) {
    const noted = isListed ? Object.values(occurrences).filter(note => note !== SKIPPED).length : 0;
    const rowCount = shown.filter(words => words.startsWith(`${item} `)).length;
    if (rowCount !== noted && !(isDone && rowCount === noted - 1))
      wrong.push(`${screen} has ${rowCount} of ${noted} days of ${item} in the logbook`);
  }
  return wrong;
}
