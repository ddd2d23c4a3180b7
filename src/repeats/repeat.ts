import type { Repeat } from '../../shared/repeats/repeat';
import type { Day } from '../lib/days/days';

export type { Repeat };

/** How an occurrence ended: the instant (ISO) when it was done, or `skipped`. */
export type Note = string;
export const SKIPPED = 'skipped';
/** Notes by the day of their occurrence. */
export type Occurrences = Readonly<Record<Day, Note>>;

/** The state of a repeating task, on the screen or on the server. */
export type Series = {
  due: Day | null;
  repeat: Repeat | null;
  occurrences: Occurrences;
  doneAt: string | null;
};

/** A change of a series, written in one update; a note with null is removed. */
export type SeriesChange = {
  due?: Day | null;
  repeat?: Repeat | null;
  notes?: Record<Day, Note | null>;
  doneAt?: string | null;
};

/** A tick or a skip of the occurrence on `day`, made on the local day `on`, at an instant (ISO). */
export type Step = { day: Day; on: Day; doneAt: string; isSkip?: true };

/** Sets, changes or removes a task's repeat. `due` is its new due day, if that changes. */
export type RuleChange = { repeat: Repeat | null; due?: Day | null };
