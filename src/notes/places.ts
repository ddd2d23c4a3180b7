import { generateNKeysBetween } from 'fractional-indexing';
import { placeOf, type Look } from './look';

type Hanging = Look & { notesFireId: string };

/**
 * The places that put a note between two of its neighbours, by key: its own, and of those behind it that share the place
 * of the one before it (two devices may have chosen the same). `others` are the notes of its group (pinned or not) in the
 * order of the wall, without the note; it comes to hang before `others[at]`. Costs what shares a place.
 */
export function placesAt(moved: Hanging, others: readonly Hanging[], at: number): Map<string, string> {
  const before = others[at - 1];
  const after = before ? placeOf(before) : null;
  let end = at;
  while (after !== null && end < others.length && placeOf(others[end]!) <= after) end++;
  const next = others[end];
  const renewed = [moved, ...others.slice(at, end)];
  const places = generateNKeysBetween(after, next ? placeOf(next) : null, renewed.length);
  return new Map(renewed.map(({ notesFireId }, n) => [notesFireId, places[n]!]));
}
