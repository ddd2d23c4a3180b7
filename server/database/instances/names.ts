import { ConfigError } from '../../settings/config';
import { StoreError, type LocalStore } from '../../storage/store';

const SECTION = 'databases';
/** The key under which the section stores the names of the last start, as JSON, the first one first. */
const NAMES = 'names';

/**
 * Throws a `ConfigError` when these names would hide data: a database with data has no name any more, or the first
 * one, which stores the homes, has changed.
 */
export async function checkInstances(
  store: LocalStore,
  names: readonly [string, ...string[]],
): Promise<void> {
  const last = await lastNames(store);
  if (!last) return;
  const holding = last.filter(name => holdsData(store, name));
  const unnamed = holding.find(name => !names.includes(name));
  if (unnamed !== undefined)
    throw new ConfigError(
      `There are people's data in the database ${unnamed}, which DATABASE_INSTANCES (${names.join(',')}) does not name: add it, and leave the first one as it was.`,
    );
  const [first] = last;
  if (first !== undefined && first !== names[0] && holding.length > 0)
    throw new ConfigError(
      `The first database was ${first}, and DATABASE_INSTANCES (${names.join(',')}) begins with ${names[0]}: begin it with ${first}, where the homes are written down.`,
    );
}

/** Stores the names for the next start. */
export async function noteInstances(store: LocalStore, names: readonly string[]): Promise<void> {
  const value = JSON.stringify(names);
  const section = store.section(SECTION);
  if ((await section.get(NAMES)) !== value) await section.commit([{ key: NAMES, value }]);
}

/** The names of the last start, or null. Throws a `StoreError` for an invalid record. */
export async function lastNames(store: LocalStore): Promise<string[] | null> {
  const text = await store.section(SECTION).get(NAMES);
  if (text === undefined) return null;
  try {
    const names = JSON.parse(text) as string[];
    if (Array.isArray(names) && names.every(name => typeof name === 'string')) return names;
  } catch {
    // Not JSON.
  }
  throw new StoreError('The record of the names of the databases is none that this program writes.');
}

/** True when the database has any data. It reads none of it. */
function holdsData(store: LocalStore, name: string): boolean {
  for (const _ of store.section(`db:${name}`).parts()) return true;
  return false;
}
