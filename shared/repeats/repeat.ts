import { dayOfStored, type Day } from '../days';
import { isObject, type Json } from '../json';

/**
 * A task's repeat. `rule` is RFC 5545, `first` the day from which it counts, `at` the open occurrence by the rule: the
 * task's due day differs when the user moved this occurrence.
 */
export type Repeat = {
  rule: string;
  first: Day;
  at: Day;
  /** The interval counts from the day of the tick. */
  after?: true;
  /** The occurrence whose step made `at` the open one. */
  from?: Day;
  /** The instant (ISO) at which that step was made. */
  since?: string;
};

/** The limit of the database rules. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && INSTANT.test(value);

export const isDay = (value: unknown): value is Day =>
  typeof value === 'string' && value.length === 10 && dayOfStored(value) !== null;

/** A rule that `rule.ts` may be able to read. */
const RULE =
  /^FREQ=(DAIL|WEEKL|MONTHL|YEARL)Y(;(INTERVAL|BYMONTH|BYMONTHDAY|BYDAY|BYSETPOS|WKST|UNTIL|COUNT)=[A-Z\d,+-]+)*$/;

/** Parses a stored repeat; null for none, and for a rule that only a newer version can read. */
export function repeatOfStored(stored: Json | undefined): Repeat | null {
  if (!isObject(stored)) return null;
  const { rule, first, at, after, from, since = null } = stored;
  if (typeof rule !== 'string' || !RULE.test(rule) || !isDay(first) || !isDay(at)) return null;
  return {
    ...{ rule, first, at },
    ...(after === true && { after }),
    ...(isDay(from) && { from }),
    ...(isInstant(since) && { since }),
  };
}
