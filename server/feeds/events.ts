import { dayPlus, type Day } from '../../shared/days';
import { dayProperty, eventOn, icsText, ruleProperty } from '../../shared/ics';
import type { Json } from '../../shared/json';
import { dayPlusInterval, firstDays, ruleOf, weekdayOf } from '../../shared/repeats/nextDay';
import { isDay, repeatOfStored, type Repeat } from '../../shared/repeats/repeat';
import { ruleOfText, textOfRule, type Rule } from '../../shared/repeats/rule';
import { tagsIn } from '../../shared/tags';
import { fieldsOfRecord, type TaskFields } from '../../shared/task';
import { timingOfStored } from '../../shared/timing';
import { compareKeys } from '../database/tree/keys';
import { Branch, childOf, leafValue, nodeAt, type Tree } from '../database/tree/node';

/** The tasks that a calendar shows: all (''), those of a list, or those with a tag (`#` and its key). */
export type Only = string;

/** The days for which a done task stays in the calendar. */
const DONE_DAYS = 365;
/** The following occurrences of a rule that readers compute wrong. */
const OCCURRENCES = 12;
/** Occurrences ended in advance that are looked at, and the highest count of a rule: more is no person's. */
const [MOST_ENDED, MOST_COUNTED, MOST_LOOKED_AT] = [100, 1_000, 10_000];
/** The repeats of a calendar whose next occurrences are shown: they are many times what is stored. */
const MOST_SERIES = 2_000;
/** The longest texts that a calendar shows: others show less, and each occurrence has them once more. */
const [NAME_CHARACTERS, DESCRIPTION_CHARACTERS] = [1_000, 8_000];

/** A series as it is shown: the day after which its next occurrences are, and the ends of occurrences by day. */
type Series = { due: Day; repeat: Repeat; after: Day; ended: Tree; time: string | undefined };
type Write = (uid: string, day: Day, more?: readonly string[]) => string;

/**
 * The events of an account's tasks, each as its text without a version, in the order of their keys; an empty text for a
 * task without one, so that no step is long. `today` is a day that has begun everywhere.
 */
export function* eventsIn(data: Tree, only: Only, today: Day): Generator<string> {
  const tasks = nodeAt(data, ['tasks']);
  if (!(tasks instanceof Branch)) return;
  const beside = (list: string, key: string) => nodeAt(data, ['ext', list, key]);
  const oldest = dayPlus(today, -DONE_DAYS);
  let series = 0;
  for (const [key, record] of tasks.children.range()) {
    const fields = fieldsOfRecord(membersOf(record, FIELDS));
    const due = fields?.taskDueDay ?? null;
    const done = leafValue(beside('done', key));
    const doneAt = typeof done === 'string' ? done : '';
    if (!fields || due === null || !isShown(fields, only) || (doneAt !== '' && due < oldest)) {
      yield '';
      continue;
    }
    const timing = timingOfStored(membersOf(beside('times', key), ['time', 'remind']));
    const told = { ...shortened(fields), doneAt, ...timing };
    const write: Write = (uid, day, more) => icsText(eventOn(day, told, { uid, more }));
    yield write(key, due);
    if (doneAt !== '' || series >= MOST_SERIES) continue;
    const repeat = repeatOfStored(membersOf(beside('repeats', key), REPEAT));
    if (!repeat) continue;
    series += 1;
    const [ended, after] = [beside('occurrences', key), repeat.at < today ? today : repeat.at];
    yield* following(key, { due, repeat, ended, after, time: timing?.time }, write);
  }
}

/** The beginning of a text, with Unicode's other line breaks as plain ones: some readers end a line at each. */
const cut = (text: string, characters: number) => {
  const start = text.slice(0, characters).replace(/[\x85\u2028\u2029]/g, '\n');
  return start.length === text.length ? start : `${start.replace(/[\ud800-\udbff]$/, '')}…`;
};
const shortened = ({ taskName, taskDescription, ...fields }: TaskFields): TaskFields => ({
  ...fields,
  taskName: cut(taskName, NAME_CHARACTERS),
  taskDescription: cut(taskDescription, DESCRIPTION_CHARACTERS),
});

/** Some members of a record; reading all of it as text takes long where they are long. */
const membersOf = (tree: Tree, names: readonly string[]): Json =>
  tree instanceof Branch
    ? Object.fromEntries(names.map(name => [name, leafValue(childOf(tree, name)) ?? null]))
    : null;
const FIELDS = ['taskName', 'taskDescription', 'taskList', 'taskDueDate'];
const REPEAT = ['rule', 'first', 'at', 'after'];

const isShown = ({ taskList, taskName }: TaskFields, only: Only) =>
  only === '' || taskList === only || (only.startsWith('#') && tagsIn(taskName).includes(only.slice(1)));

/**
 * The occurrences after the open one: one event with a rule, if readers compute it right, else the next days, each an
 * event. An overdue task goes on from today, as it does when it is ticked.
 */
function* following(key: string, series: Series, write: Write): Generator<string> {
  const { repeat, time } = series;
  const read = ruleOfText(repeat.rule);
  const rule = read && read.count > MOST_COUNTED ? { ...read, count: 0 } : ruleOf(repeat);
  if (!rule) return;
  if (repeat.after) for (const day of daysFromTick(rule, series)) yield write(`${key}.${day}`, day);
  else if (rule.positions.length > 0)
    for (const day of daysOf(rule, series, OCCURRENCES)) yield write(`${key}.${day}`, day);
  else
    for (const day of daysOf(rule, series, 1)) {
      const without = endedAfter(series, day).map(each => dayProperty('EXDATE', each, time));
      const told = time === undefined ? rule : counted(rule, repeat.first, day);
      yield write(`${key}.next`, day, [
        ruleProperty(textOfRule(spelledOut(told, repeat.first)), time),
        ...without,
      ]);
    }
}

/** A rule with a last day as one with a number of days: readers compare times with the last one in different zones. */
function counted(rule: Rule, first: Day, from: Day): Rule {
  if (rule.until === null) return rule;
  const count = firstDays(rule, first, MOST_COUNTED, dayPlus(from, -1)).length;
  return count < MOST_COUNTED ? { ...rule, until: null, count } : rule;
}

/** A rule with the date or weekday of its first day: some readers go on from the last day of a short month. */
function spelledOut(rule: Rule, first: Day): Rule {
  const { freq, dates, weekdays, months } = rule;
  if (freq === 'DAILY' || dates.length + weekdays.length > 0) return rule;
  if (freq === 'WEEKLY') return { ...rule, weekdays: [{ weekday: weekdayOf(first), nth: 0 }] };
  const ownMonth = freq === 'YEARLY' && months.length === 0 ? [Number(first.slice(5, 7))] : months;
  return { ...rule, months: ownMonth, dates: [Number(first.slice(8))] };
}

/** The first days after another one on which an occurrence is done or skipped in advance. */
function endedAfter({ ended }: Series, after: Day): Day[] {
  if (!(ended instanceof Branch)) return [];
  const from = ended.children.rank(key => compareKeys(key, after));
  return [...ended.children.range(from, from + 2 * MOST_ENDED)]
    .flatMap(([day]) => (isDay(day) && day > after ? day : []))
    .slice(0, MOST_ENDED);
}

/** The number of occurrences done since the first one. */
function doneSince({ ended }: Series, first: Day): number {
  if (!(ended instanceof Branch)) return 0;
  const from = ended.children.rank(key => compareKeys(key, first));
  const all = [...ended.children.range(from, from + MOST_LOOKED_AT)];
  return all.filter(([day, end]) => isDay(day) && leafValue(end) !== 'skipped').length;
}

function daysOf(rule: Rule, series: Series, count: number): Day[] {
  const { repeat, after } = series;
  const ended = endedAfter(series, after);
  const days = firstDays(rule, repeat.first, count + ended.length, after);
  return days.filter(day => !ended.includes(day)).slice(0, count);
}

/** The days of a rule that counts from the tick, if each occurrence is ticked on its day. */
function daysFromTick(rule: Rule, series: Series): Day[] {
  const { due, repeat, after } = series;
  const left = rule.count > 0 ? rule.count - 1 - doneSince(series, repeat.first) : OCCURRENCES;
  const days: Day[] = [];
  let day: Day | null = due < after ? after : due;
  while (days.length < Math.min(left, OCCURRENCES)) {
    day = dayPlusInterval(rule, day);
    if (day === null || (rule.until !== null && day > rule.until)) break;
    days.push(day);
  }
  return days;
}
