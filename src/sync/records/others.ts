import type { Json, Records } from '../../services/database';

/**
 * A notice at a record until it is dismissed, under `ext/others/{list}/{fireId}`: an edit replaced `fields` (as stored)
 * of another device, or restored a record that the other device had deleted (`isBack`). `at` is an ISO instant.
 */
export type Others = { at: string; fields?: Records; isBack?: true };

/** Parses a stored notice; undefined when invalid. */
export const othersOf = (value: Json): Others | undefined =>
  value !== null && typeof value === 'object' && 'at' in value ? (value as Others) : undefined;
