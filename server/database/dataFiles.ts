import { atOnce } from '../slices';
import { ProtocolError, type Json, type Section, type Store } from '../types';
import { readSaved } from './saved';
import { storedBytes } from './quota';
import { childOf } from './tree/node';
import { parseNode } from './tree/parse';
import { recordWork, type Records } from './tree/records';
import { EXPORT, toText } from './tree/text';

/** All of a database as JSON text, as `firebase database:get /` writes it; `null` when it is empty. */
export async function exportData(section: Section): Promise<string> {
  return toText((await readSaved(section)).root, EXPORT);
}

/**
 * Fills an empty database with what `exportData` or `firebase database:get /` wrote; answers the number of users. Throws
 * ProtocolError for a database that holds something, and for what no database can hold.
 */
export async function importData(section: Section, json: Json, now: number): Promise<number> {
  const { root } = await readSaved(section);
  if (root !== null)
    throw new ProtocolError('NOT_EMPTY', 'The database holds data already; nothing is changed.');
  const records: Records = new Map();
  atOnce(recordWork(root, parseNode(json, now), [], records));
  await section.commit([...records].map(([key, value]) => ({ key, value })));
  return json !== null && typeof json === 'object' ? Object.keys(json).length : 0;
}

/** What each account stores in these databases of a store that no server runs on, in bytes. */
export async function storedSizes(store: Store, names: readonly string[]): Promise<(uid: string) => number> {
  const saved = await Promise.all(names.map(name => readSaved(store.section(`db:${name}`))));
  return uid => saved.reduce((sum, { root }) => sum + storedBytes(childOf(root, uid)), 0);
}
