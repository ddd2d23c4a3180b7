import { generateNKeysBetween } from 'fractional-indexing';

/** What is ordered: `place` null for what stands behind all places, in an order of its own. */
type Placed<Id> = { id: Id; place: string | null };

/**
 * The places, by id, that put items before `others[at]`: their own, and of the others as few as it takes. Those are the ones
 * above without a place, and following ones that share the place of the previous one, as two devices may choose. `others`
 * are in order, without the moved ones.
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
