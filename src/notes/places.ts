import { generateNKeysBetween } from 'fractional-indexing';
import { placeOf, type Look } from './look';

type Hanging = Look & { notesFireId: string };

/**
 * The places, by key, that hang a note before `others[at]`: its own, and those of following notes that share the place of
 * the previous one, as two devices may choose. `others` is the note's group (pinned or not) in order, without it.
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
