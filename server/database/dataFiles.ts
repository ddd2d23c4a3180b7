import { atOnce } from '../slices';
import { ProtocolError, type Json, type Section } from '../types';
import { readSaved } from './saved';
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
  const users = usersIn(json);
  const { root } = await readSaved(section);
  if (root !== null)
    throw new ProtocolError('NOT_EMPTY', 'The database holds data already; nothing is changed.');
  const records: Records = new Map();
  atOnce(recordWork(root, parseNode(json, now), [], records));
  await section.commit([...records].map(([key, value]) => ({ key, value })));
  return users;
}

/** How many users a file has; an empty database is exported as `null`. Throws for JSON that is no list of users' data. */
function usersIn(json: Json): number {
  if (json === null) return 0;
  const isMap = (value: Json) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const users = isMap(json) ? Object.entries(json) : null;
  if (!users?.every(([uid, data]) => !uid.startsWith('.') && isMap(data)))
    throw new ProtocolError(
      'INVALID_ARGUMENT',
      'The file must hold an object with the data of each user, as an object, under their id; nothing is changed.',
    );
  return users.length;
}
