/** Where the format's version is kept, as plain digits in every version. No section's name is empty, so none reaches it. */
export const FORMAT_KEY = '\0format';

/** Where the store's count and checksum are kept, since version 2. */
export const HEAD_KEY = '\0head';

/** Where each part's count and checksum are kept, since version 3, by the part's name. */
export const PART_KEY = '\0part:';

const DATABASE = 'db:';
const TOP = '\0/';

/**
 * The part of the store that a record belongs to: a top-level key of a database, with all below it. Everything else is the
 * part with the empty name, which every start reads.
 */
export function partOf(key: string): string {
  const top = key.startsWith(DATABASE) ? key.indexOf(TOP) : -1;
  if (top === -1 || key.length === top + TOP.length) return '';
  const end = key.indexOf('/', top + TOP.length);
  return end === -1 ? key : key.slice(0, end);
}

/** The name of the database that a part is of. */
export const databaseOf = (part: string): string => part.slice(DATABASE.length, part.indexOf(TOP));

/** The key before which all records of all parts of the same database are, from that of one of them. */
export function endOfParts(part: string): string {
  return `${part.slice(0, part.indexOf(TOP))}\x000`;
}
