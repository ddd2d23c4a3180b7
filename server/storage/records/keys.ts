/**
 * The key of the format's version, which is plain digits in every version. Names of sections are not empty, so no
 * section contains it.
 */
export const FORMAT_KEY = '\0format';

/** The version of the store's format. A change of the format counts it up; other versions are refused. */
export const FORMAT = '1';

/** The key of the store's count and checksum. */
export const HEAD_KEY = '\0head';

/** The prefix for each part's count and checksum, followed by the part's name. */
export const PART_KEY = '\0part:';

const DATABASE = 'db:';
const TOP = '\0/';

/**
 * The part of the store to which a record belongs: a top-level key of a database, with everything below. All other
 * records form the part with the empty name, which every start reads.
 */
export function partOf(key: string): string {
  const top = key.startsWith(DATABASE) ? key.indexOf(TOP) : -1;
  if (top === -1 || key.length === top + TOP.length) return '';
  const end = key.indexOf('/', top + TOP.length);
  return end === -1 ? key : key.slice(0, end);
}

/** The key that sorts behind all records of all parts of the same database, for the key of one of them. */
export function endOfParts(part: string): string {
  return `${part.slice(0, part.indexOf(TOP))}\x000`;
}
