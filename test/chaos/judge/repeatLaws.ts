import { nextDay } from '../../../shared/repeats/nextDay';
import { SKIPPED, type Occurrences, type Repeat } from '../../../src/repeats/repeat';
import { ruleOfText } from '../../../shared/repeats/rule';
import type { Act, Entry } from './history';
import type { StoredRepeat } from './stored';

/** Acts that end a series, or replace it by another. */
const REMAKES: readonly Act[] = ['rule', 'end'];
const STEPS: readonly Act[] = ['step', 'skip', 'stepBack'];
/** Decisions of users about a change that was refused. */
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

/**
 * Whether an act gave a new day to a task whose repetition had ended: it is an ordinary edit, which may conflict when
 * it is sent again.
 */
const isMoveOf =
  (entries: Entry[]) =>
  ({ act, number }: Entry) => {
    const before = entries.filter(entry => REMAKES.includes(entry.act) && entry.number < number);
    return (act === 'move' || act === 'rule') && before.at(-1)?.act === 'end';
  };

/** Whether an Undo concerns this step: it names the same day, or its day is unknown. */
const takenBackIn = (entries: Entry[]) => (step: Entry) =>
  entries.some(entry => entry.act === 'stepBack' && (!dayOf(entry) || dayOf(entry) === dayOf(step)));

/** Checks that no tick is lost: its day is noted, or a later day that was open when it was made. */
function judgeSteps(entries: Entry[], { occurrences }: StoredRepeat): string[] {
  const isTakenBack = takenBackIn(entries);
  const isRemade = entries.some(({ act }) => REMAKES.includes(act) || DECIDES.includes(act));
  const noted = Object.keys(occurrences);
  return entries.flatMap(entry => {
    const day = dayOf(entry);
    const isStep = entry.act === 'step' || entry.act === 'skip';
    if (!isStep || !entry.isAccepted || isTakenBack(entry)) return [];
    const isForLater = noted.some(other => other > day && other <= onOf(entry));
    // The server refuses a step whose day was reopened or whose rule was changed on another device, and the app says
    // so.
    const isRefusable = entries.some(({ act }) => act === 'stepBack') || isRemade;
    if (occurrences[day] === undefined && !isForLater && !isRefusable)
      return [`the ${entry.act} #${entry.number} of ${day} on ${onOf(entry)} is lost`];
    if (entry.act === 'step' && occurrences[day] === SKIPPED && !isForLater && !isRefusable)
      return [`the tick #${entry.number} of ${day} is noted as skipped`];
    return [];
  });
}

/**
 * Checks that the open day is not noted, belongs to its rule, and is later than all noted occurrences and ticked
 * days.
 */
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
  // The tab died before the day of its tick could be read.
  const isUnknown = ({ act, fields }: Entry) => STEPS.includes(act) && !fields['day'];
  if (entries.some(isUnknown)) return wrong;
  const possible = possibleDays(entries, repeat, occurrences);
  if (!possible.has(at)) wrong.push(`${at} is open instead of ${[...possible].join(' or ')}`);
  return wrong;
}
/**
 * Whether somebody moved the open day, or may have: a move to an unknown day counts. After a change of the rule, or
 * if the rule counts from the tick, a move of any day counts.
 */
const isMovedIn = (entries: Entry[], at: string, after = false) => {
  const isVague = after || entries.some(({ act }) => REMAKES.includes(act) || DECIDES.includes(act));
  return entries.some(entry => entry.act === 'move' && (isVague || ['', at].includes(dayOf(entry))));
};
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/**
 * The days that may be open: the first free day after the latest tick or skip, by its own day and by the day on which
 * it was made. Refused acts and undone acts may count or not.
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
  // Undo of a step reopens the day of that step.
  return new Set([...days, ...taken.map(dayOf).filter(day => day > base || base === '')]);
}

/** Faults of a screen's logbook: each done day must be there once. The last day of a series is the row of its task. */
export function judgeLogbook(screen: string, repeats: StoredRepeat[], rows: string[]): string[] {
  const doubled = rows.filter((words, at) => rows.indexOf(words) !== at);
  const wrong = doubled.map(words => `${screen} has ${words} twice in the logbook`);
  for (const { item, isListed, isDone, occurrences } of repeats.filter(({ isOther }) => !isOther)) {
    const noted = isListed ? Object.values(occurrences).filter(note => note !== SKIPPED).length : 0;
    const rowCount = rows.filter(words => words.startsWith(`${item} `)).length;
    if (rowCount !== noted && !(isDone && rowCount === noted - 1))
      wrong.push(`${screen} has ${rowCount} of ${noted} days of ${item} in the logbook`);
  }
  return wrong;
}
