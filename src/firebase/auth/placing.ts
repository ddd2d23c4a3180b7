import { hashOf } from '../../lib/hash';

/** The name of the first database, that of init.json. It has the homes of all users, and the data of those without one. */
export const FIRST = 'first';

/** A database as listed in `/databases.json`. No new user is placed in a full one. */
export type NamedDatabase = { name: string; url: string; isFull?: boolean };

/**
 * The database of a new user: the one with the highest hash for their id (rendezvous hashing), so that neither the
 * order of the list nor the other names matter.
 */
export function placeOf(userId: string, databases: readonly Omit<NamedDatabase, 'url'>[]): string {
  const drawn = databases
    .filter(({ isFull }) => !isFull)
    .map(({ name }) => ({ name, number: hashOf(`${name} ${userId}`) }));
  return drawn.reduce((best, database) => (database.number > best.number ? database : best), {
    name: FIRST,
    number: -1,
  }).name;
}
