import { bucketsBy, type Buckets } from '../lib/buckets';
import { plain } from '../lib/plain';
import type { Json, Records } from '../services/database';

/**
 * What a person is told at a record, on each of their devices, until they dismiss it. It lies under
 * `ext/others/{list}/{fireId}`: another device had set other `fields` (as stored), which this record's last edit replaced,
 * or had deleted it (`isBack`), and an edit brought it back. `at` is an ISO instant.
 */
export type Others = { fireId: string; at: string; fields?: Records; isBack?: true };

/** A stored notice, null when it is none. */
export function othersOf(fireId: string, value: Json): Others | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const { at, fields, isBack } = value;
  if (typeof at !== 'string') return null;
  return {
    fireId,
    at,
    ...(fields && typeof fields === 'object' && { fields: fields as Records }),
    ...(isBack === true && { isBack }),
  };
}

/** What is stored of a notice. */
export const storedOfOthers = ({ fireId: _key, ...value }: Others): Json => value as Json;

export const othersByKey = bucketsBy<Others, string>(({ fireId }) => fireId);

/** The notice at a record, undefined for none. */
export const othersAt = ({ others }: { others: Buckets<Others> }, fireId: string): Others | undefined =>
  othersByKey.get(plain(others), fireId);

/** The same as it is stored, null for none. */
export function storedOthersAt(state: { others: Buckets<Others> }, fireId: string): Json {
  const others = othersAt(state, fireId);
  return others ? storedOfOthers(others) : null;
}
