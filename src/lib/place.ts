/** The first character of a place gives the length of its integer part: `a` and `Z` two, `b` and `Y` three, `h` nine. */
const wholeLength = (head: string) =>
  head >= 'a' ? head.charCodeAt(0) - 'a'.charCodeAt(0) + 2 : 'Z'.charCodeAt(0) - head.charCodeAt(0) + 2;
/** The smallest place. */
const LOWEST = `A${'0'.repeat(26)}`;

/**
 * Whether a value is a place as the fractional-indexing library generates them (base 62, sorted by characters): its
 * fraction does not end with 0.
 */
export const isPlace = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[A-Za-z][0-9A-Za-z]+$/.test(value) &&
  value !== LOWEST &&
  (value.length === wholeLength(value) || (value.length > wholeLength(value) && !value.endsWith('0')));
