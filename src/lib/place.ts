/** The head of a place says how many characters its whole part has: `a` and `Z` two, `b` and `Y` three, `h` nine. */
const wholeLength = (head: string) =>
  head >= 'a' ? head.charCodeAt(0) - 'a'.charCodeAt(0) + 2 : 'Z'.charCodeAt(0) - head.charCodeAt(0) + 2;
/** Before this one there is no place. */
const LOWEST = `A${'0'.repeat(26)}`;

/**
 * Whether a value is a place as fractional indexing makes them (base 62), which sorts by its characters; what follows its
 * whole part does not end with 0.
 */
export const isPlace = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[A-Za-z][0-9A-Za-z]+$/.test(value) &&
  value !== LOWEST &&
  (value.length === wholeLength(value) || (value.length > wholeLength(value) && !value.endsWith('0')));
