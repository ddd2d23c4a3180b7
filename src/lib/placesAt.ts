import { generateNKeysBetween } from 'fractional-indexing';

/** An ordered item; `place` is null for those behind all places, which have an order of their own. */
type Placed<Id> = { id: Id; place: string | null };

/**
 * The places, by id, that put items before `others[at]`: their own, and those of as few others as it takes: of items above
 * without a place, and of following ones at an equal place. `others` are in order, without the moved ones.
 */
export function placesAt<Id>(
  moved: readonly Placed<Id>[],
  others: readonly Placed<Id>[],
  at: number,
): Map<Id, string> {
  const unplaced = others.findIndex(({ place }) => place === null);
  const start = unplaced < 0 ? at : Math.min(at, unplaced);
  const after = others[start - 1]?.place ?? null;
  let end = at;
  while (after !== null && end < others.length && others[end]!.place !== null && others[end]!.place! <= after)
    end++;
  const renewed = [...others.slice(start, at), ...moved, ...others.slice(at, end)];
  const places = generateNKeysBetween(after, others[end]?.place ?? null, renewed.length);
  return new Map(renewed.map(({ id }, n) => [id, places[n]!]));
}
