import type { Day } from '../lib/days/days';

/**
 * A task's repeat. `rule` is RFC 5545, `first` the day from which it counts, `at` the open occurrence by the rule: the
 * task's own day differs where the user moved this occurrence.
 */
export type Repeat = {
  rule: string;
  first: Day;
  at: Day;
  /** The interval counts from the day of the tick. */
  after?: true;
  /** The occurrence whose step opened `at`. */
  from?: Day;
  /** The instant (ISO) at which that step was made. */
  since?: string;
};

/** The end of an occurrence: the instant (ISO) at which it was done, or that it was skipped. */
export type Note = string;
export const SKIPPED = 'skipped';
/** Notes by the days of their occurrences. */
export type Occurrences = Readonly<Record<Day, Note>>;

/** The state of a task that repeats, on the screen or on the server. */
export type Series = {
  due: Day | null;
  repeat: Repeat | null;
  occurrences: Occurrences;
  doneAt: string | null;
};

/** A change of a series, all in one update; a note that goes is null. */
export type SeriesChange = {
  due?: Day | null;
  repeat?: Repeat | null;
  notes?: Record<Day, Note | null>;
  doneAt?: string | null;
};

/** A tick or a skip of the occurrence of `day`, made on the local day `on`, at an instant (ISO). */
export type Step = { day: Day; on: Day; doneAt: string; isSkip?: true };

/** A task is to repeat, by another rule, or no more. `due` is its own day then, where that changes. */
export type RuleChange = { repeat: Repeat | null; due?: Day | null };
