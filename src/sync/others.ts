import type { Json, Records } from '../services/database';

/**
 * What a person is told at a record, on each of their devices, until they dismiss it. It lies under
 * `ext/others/{list}/{fireId}`: another device had set other `fields` (as stored), which this record's last edit replaced,
 * or had deleted it (`isBack`), and an edit brought it back. `at` is an ISO instant.
 */
export type Others = { at: string; fields?: Records; isBack?: true };

/** A stored notice, undefined when it is none. */
export const othersOf = (value: Json): Others | undefined =>
  value !== null && typeof value === 'object' && 'at' in value ? (value as Others) : undefined;
