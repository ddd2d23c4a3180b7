import type { Json, Records } from '../../services/database';

/**
 * The notice at a record until it is dismissed, under `ext/others/{list}/{fireId}`: an edit replaced other `fields` (as
 * stored) of another device, or brought the record back that this had deleted (`isBack`). `at` is an ISO instant.
 */
export type Others = { at: string; fields?: Records; isBack?: true };

/** A stored notice, undefined when it is none. */
export const othersOf = (value: Json): Others | undefined =>
  value !== null && typeof value === 'object' && 'at' in value ? (value as Others) : undefined;
