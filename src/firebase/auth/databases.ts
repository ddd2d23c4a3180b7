import { ServiceFailure } from '../../services/failure';
import type { NamedDatabase } from './placing';

const LIST_URL = '/databases.json';
const TIMEOUT_MS = 10_000;
const NAME = /^[a-z0-9-]{1,63}$/;

/**
 * The site's databases, each user's data being in one of them. Empty when init.json's is the only one. Throws
 * `network` when the list cannot be read, `server` when it is invalid.
 */
export async function loadDatabases(): Promise<NamedDatabase[]> {
  const answer = await fetch(LIST_URL, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!answer || answer.status >= 500)
    throw new ServiceFailure('network', 'no-databases', `${LIST_URL} cannot be reached`);
  const text = answer.ok ? await answer.text().catch(() => '') : '';
  return databasesIn(text);
}

/** Parses the list. Any error rejects all of it: a user must never be placed in the wrong database. */
export function databasesIn(text: string): NamedDatabase[] {
  try {
    const { databases } = JSON.parse(text) as { databases: NamedDatabase[] };
    const names = new Set(databases.map(({ name }) => name));
    if (names.size === databases.length && databases.every(isNamed)) return databases;
  } catch {
    // Not JSON, or of another shape.
  }
  throw new ServiceFailure('server', 'databases-unreadable', `${LIST_URL} is no list of databases`);
}

const isNamed = ({ name, url, isFull = false }: NamedDatabase) =>
  typeof name === 'string' &&
  NAME.test(name) &&
  URL.canParse(url) &&
  /^https?:/.test(url) &&
  typeof isFull === 'boolean';
