import { isObject } from '../../shared/json';
import { isDay, isInstant, repeatOfStored } from '../../shared/repeats/repeat';
import { timingOfStored, type Timing } from '../../shared/timing';
import { UNDATED, type Day } from '../lib/days/days';
import { isPlace } from '../lib/place';
import { SKIPPED, type Occurrences } from '../repeats/repeat';
import { isSameRepeat } from '../repeats/series';
import type { Json, Records } from '../services/database';
import { areSameStored, type Sidecars } from '../sync/records/sidecars';
import { timingOf, type Order, type Task } from './task';

const LONGEST_RULE_CHARACTERS = 300;

const isStorableRepeat = (stored: Json): boolean => {
  const repeat = repeatOfStored(stored);
  return (
    repeat !== null && repeat.rule.length <= LONGEST_RULE_CHARACTERS && areSameStored({ ...repeat }, stored)
  );
};

const isNote = (day: string, note: Json): note is string =>
  isDay(day) && (note === SKIPPED || isInstant(note));
/** The number of an occurrence's ticked subtasks, e.g. `3/5`, is stored beside its note. */
const COUNT_KEY = '-parts';
export const subtasksKeyOf = (day: Day) => `${day}${COUNT_KEY}`;
const isSubtasksDone = (key: string, count: Json): count is string =>
  key.endsWith(COUNT_KEY) &&
  isDay(key.slice(0, -COUNT_KEY.length)) &&
  typeof count === 'string' &&
  /^\d{1,6}\/\d{1,6}$/.test(count);

const entriesOf = (stored: Json | undefined) => Object.entries(isObject(stored) ? stored : {});
export const occurrencesOfStored = (stored: Json | undefined): Occurrences =>
  Object.fromEntries(entriesOf(stored).filter((entry): entry is [Day, string] => isNote(...entry)));
export const subtasksDoneOfStored = (stored: Json | undefined): Readonly<Record<Day, string>> =>
  Object.fromEntries(
    entriesOf(stored).flatMap(([key, count]) =>
      isSubtasksDone(key, count) ? [[key.slice(0, -COUNT_KEY.length), count]] : [],
    ),
  );

/** Notes and counts in their stored form; null for none. */
export const storedOccurrences = (
  occurrences: Occurrences | null | undefined,
  subtasksDone: Readonly<Record<Day, string>> | null | undefined,
): Records | null => {
  const counts = Object.entries(subtasksDone ?? {}).map(
    ([day, count]) => [subtasksKeyOf(day), count] as const,
  );
  return occurrences || counts.length > 0 ? { ...occurrences, ...Object.fromEntries(counts) } : null;
};

/** Parses a stored place; null for none. */
function orderOfStored(stored: Json | undefined): Order | null {
  if (!isObject(stored)) return null;
  const { day, place } = stored;
  return (day === UNDATED || isDay(day)) && isPlace(place) ? { day: day as string, place } : null;
}

/** All members of a time, with null for those not set. */
export const storedTiming = (timing: Timing | null) => timing && { remind: null, ...timing };

const isEmpty = (object: object) => Object.keys(object).length === 0;

/** The task with a member set, or removed when there is no value. */
function withMember<Name extends 'repeat' | 'occurrences' | 'subtasksDone' | 'order'>(
  task: Task,
  name: Name,
  value: Task[Name] | null,
) {
  const { [name]: _before, ...rest } = task;
  return value ? { ...rest, [name]: value } : rest;
}

/** The sidecars of tasks. */
export const taskSidecars: Sidecars<Task> = {
  done: {
    onto: (task, stored) => ({
      ...task,
      doneAt: typeof stored === 'string' && !Number.isNaN(Date.parse(stored)) ? stored : null,
    }),
    of: ({ doneAt }) => doneAt,
    // The server's clock corrects the instant when the tick is sent.
    isSame: (a, b) => (a === null) === (b === null),
    isStorable: isInstant,
    words: 'its tick',
  },
  repeats: {
    onto: (task, stored) => withMember(task, 'repeat', repeatOfStored(stored)),
    of: ({ repeat }) => (repeat ? { after: null, from: null, since: null, ...repeat } : null),
    isSame: (a, b) => isSameRepeat(repeatOfStored(a), repeatOfStored(b)),
    isStorable: isStorableRepeat,
    words: 'when it repeats',
  },
  occurrences: {
    onto(task, stored) {
      const [occurrences, subtasksDone] = [occurrencesOfStored(stored), subtasksDoneOfStored(stored)];
      return withMember(
        withMember(task, 'occurrences', isEmpty(occurrences) ? null : occurrences),
        'subtasksDone',
        isEmpty(subtasksDone) ? null : subtasksDone,
      );
    },
    of: ({ occurrences, subtasksDone }) => storedOccurrences(occurrences, subtasksDone),
    isStorable: stored =>
      isObject(stored) &&
      Object.keys(stored).length > 0 &&
      Object.entries(stored).every(entry => isNote(...entry) || isSubtasksDone(...entry)),
    words: 'when it was done before',
  },
  order: {
    onto: (task, stored) => withMember(task, 'order', orderOfStored(stored)),
    of: ({ order }) => order ?? null,
    isStorable: stored => orderOfStored(stored) !== null,
    words: 'its place',
  },
  times: {
    onto({ time: _time, remind: _remind, ...task }, stored) {
      return { ...task, ...timingOfStored(stored) };
    },
    of: task => storedTiming(timingOf(task)),
    isStorable: stored => areSameStored({ ...timingOfStored(stored) }, stored),
    words: 'its time',
  },
};
