import { generateNKeysBetween } from 'fractional-indexing';

/** An ordered item; `place` is null for items behind all places, which have an order of their own. */
type Placed<Id> = { id: Id; place: string | null };

/**
 * The places, by id, that put the moved items before `others[at]`. Besides the moved items, as few others as possible
 * get a new place: preceding ones without a place, and following ones at an equal place. `others` are in order,
 * without the moved items.
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
