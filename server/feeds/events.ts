import { dayPlus, type Day } from '../../shared/days';
import { dayProperty, eventOn, icsText } from '../../shared/ics';
import { isObject, type Json } from '../../shared/json';
import { dayPlusInterval, firstDays, ruleOf, weekdayOf } from '../../shared/repeats/nextDay';
import { isDay, repeatOfStored, type Repeat } from '../../shared/repeats/repeat';
import { ruleOfText, textOfRule, type Rule } from '../../shared/repeats/rule';
import { tagsIn } from '../../shared/tags';
import { fieldsOfRecord, type TaskFields } from '../../shared/task';
import { Branch, nodeAt, type Tree } from '../database/tree/node';
import { PLAIN, toText } from '../database/tree/text';

/** The tasks that a calendar shows: all (''), those of a list, or those with a tag (`#tag`). */
export type Only = string;

/** When a version of an event was made, and its lines that say so. */
export type Version = { stamp: string; lines: readonly string[] };

/** The days for which a done task stays in the calendar. */
const DONE_DAYS = 365;
/** The following occurrences of a rule that readers compute wrong. */
const OCCURRENCES = 12;
/** Occurrences ended in advance that are looked at, and the highest count of a rule: more is no person's. */
const [MOST_ENDED, MOST_COUNTED] = [100, 1_000];

/** A series as it is shown: the day after which its next occurrences are, and the ends of occurrences by day. */
type Series = { due: Day; repeat: Repeat; after: Day; ended: Readonly<Record<Day, Json>> };
type Write = (uid: string, day: Day, more?: readonly string[]) => string;

/**
 * The events of an account's tasks, each as its text, in the order of their keys. `today` is a day that has begun
 * everywhere.
 */
export function* eventsIn(data: Tree, only: Only, today: Day, version: Version): Generator<string> {
  const tasks = nodeAt(data, ['tasks']);
  if (!(tasks instanceof Branch)) return;
  const beside = (list: string, key: string) => jsonOf(nodeAt(data, ['ext', list, key]));
  const oldest = dayPlus(today, -DONE_DAYS);
  for (const [key, record] of tasks.children.range()) {
    const fields = fieldsOfRecord(jsonOf(record));
    const due = fields?.taskDueDay ?? null;
    if (!fields || due === null || !isShown(fields, only)) continue;
    const done = beside('done', key);
    const doneAt = typeof done === 'string' ? done : '';
    if (doneAt !== '' && due < oldest) continue;
    const write: Write = (uid, day, more = []) =>
      icsText(
        eventOn(day, { ...fields, doneAt }, { uid, stamp: version.stamp, more: [...version.lines, ...more] }),
      );
    yield write(key, due);
    const repeat = doneAt === '' ? repeatOfStored(beside('repeats', key)) : null;
    if (!repeat) continue;
    const occurrences = beside('occurrences', key);
    const ended = isObject(occurrences) ? occurrences : {};
    yield* following(key, { due, repeat, ended, after: repeat.at < today ? today : repeat.at }, write);
  }
}

const jsonOf = (tree: Tree): Json => JSON.parse(toText(tree, PLAIN)) as Json;

const isShown = ({ taskList, taskName }: TaskFields, only: Only) =>
  only === '' || taskList === only || (only.startsWith('#') && tagsIn(taskName).includes(only.slice(1)));

/**
 * The occurrences after the open one: one event with a rule, if readers compute it right, else the next days, each an
 * event. An overdue task goes on from today, as it does when it is ticked.
 */
function* following(key: string, series: Series, write: Write): Generator<string> {
  const { repeat } = series;
  const read = ruleOfText(repeat.rule);
  const rule = read && read.count > MOST_COUNTED ? { ...read, count: 0 } : ruleOf(repeat);
  if (!rule) return;
  if (repeat.after) for (const day of daysFromTick(rule, series)) yield write(`${key}.${day}`, day);
  else if (rule.positions.length > 0)
    for (const day of daysOf(rule, series, OCCURRENCES)) yield write(`${key}.${day}`, day);
  else
    for (const day of daysOf(rule, series, 1)) {
      const without = endedAfter(series, day).map(each => dayProperty('EXDATE', each));
      yield write(`${key}.next`, day, [`RRULE:${textOfRule(spelledOut(rule, repeat.first))}`, ...without]);
    }
}

/** A rule with the date or weekday of its first day: some readers go on from the last day of a short month. */
function spelledOut(rule: Rule, first: Day): Rule {
  const { freq, dates, weekdays, months } = rule;
  if (freq === 'DAILY' || dates.length + weekdays.length > 0) return rule;
  if (freq === 'WEEKLY') return { ...rule, weekdays: [{ weekday: weekdayOf(first), nth: 0 }] };
  const ownMonth = freq === 'YEARLY' && months.length === 0 ? [Number(first.slice(5, 7))] : months;
  return { ...rule, months: ownMonth, dates: [Number(first.slice(8))] };
}

/** The first days after one on which an occurrence is done or skipped in advance. */
const endedAfter = ({ ended }: Series, after: Day): Day[] =>
  Object.keys(ended)
    .filter(day => isDay(day) && day > after)
    .sort()
    .slice(0, MOST_ENDED);

function daysOf(rule: Rule, series: Series, count: number): Day[] {
  const { repeat, after } = series;
  const ended = endedAfter(series, after);
  const days = firstDays(rule, repeat.first, count + ended.length, after);
  return days.filter(day => !ended.includes(day)).slice(0, count);
}

/** The days of a rule that counts from the tick, if each occurrence is ticked on its day. */
function daysFromTick(rule: Rule, { due, repeat, after, ended }: Series): Day[] {
  const isDone = ([day, end]: [string, Json]) => isDay(day) && day >= repeat.first && end !== 'skipped';
  const left = rule.count > 0 ? rule.count - 1 - Object.entries(ended).filter(isDone).length : OCCURRENCES;
  const days: Day[] = [];
  let day: Day | null = due < after ? after : due;
  while (days.length < Math.min(left, OCCURRENCES)) {
    day = dayPlusInterval(rule, day);
    if (day === null || (rule.until !== null && day > rule.until)) break;
    days.push(day);
  }
  return days;
}
