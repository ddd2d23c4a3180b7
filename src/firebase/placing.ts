import { hashOf } from '../lib/hash';

/** The name of the first database, init.json's, which holds everybody's home and the data of those who have none. */
export const FIRST = 'first';

/** A database as `/databases.json` names it. Nobody new is placed in one that is full. */
export type NamedDatabase = { name: string; url: string; isFull?: boolean };

/**
 * Which database a new user is placed in: the one that draws the highest number for their id. Each draws by itself, so
 * that neither the order of the list nor the other names matter.
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
