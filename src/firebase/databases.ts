import { ServiceFailure } from '../services/failure';
import type { NamedDatabase } from './placing';

const LIST_URL = '/databases.json';
const TIMEOUT_MS = 10_000;
const NAME = /^[a-z0-9-]{1,63}$/;

/**
 * The databases that the site names, of which each user's data are in one. Empty: there is init.json's alone. Throws
 * `network` when the list can't be read now, `server` when it is no list.
 */
export async function loadDatabases(): Promise<NamedDatabase[]> {
  const answer = await fetch(LIST_URL, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!answer || answer.status >= 500)
    throw new ServiceFailure('network', 'no-databases', `${LIST_URL} cannot be reached`);
  const text = answer.ok ? await answer.text().catch(() => '') : '';
  return databasesIn(text);
}

/** Parses a list. A list with any fault is refused whole: a user must never start in another database than their own. */
export function databasesIn(text: string): NamedDatabase[] {
  try {
    const { databases } = JSON.parse(text) as { databases: NamedDatabase[] };
    const names = new Set(databases.map(({ name }) => name));
    if (names.size === databases.length && databases.every(isNamed)) return databases;
  } catch {
    // No JSON, or none of this shape.
  }
  throw new ServiceFailure('server', 'databases-unreadable', `${LIST_URL} is no list of databases`);
}

const isNamed = ({ name, url, isFull = false }: NamedDatabase) =>
  typeof name === 'string' &&
  NAME.test(name) &&
  URL.canParse(url) &&
  /^https?:/.test(url) &&
  typeof isFull === 'boolean';
