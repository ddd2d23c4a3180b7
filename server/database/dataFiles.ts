import { atOnce } from '../lib/slices';
import { ProtocolError, type Json, type Section, type Store } from '../lib/types';
import type { Database } from './database';
import { readParts, readSaved } from './holding/saved';
import { priorityOf, type Tree } from './tree/node';
import { parseNode } from './tree/parse';
import { recordWork, type Records } from './tree/records';
import { EXPORT, PLAIN_EXPORT, keyText, textPieces, toText } from './tree/text';

/** The content of a database as pieces of JSON text, like `firebase database:get /`; `null` when it is empty. */
export async function* exportData(section: Section): AsyncGenerator<string> {
  const { root } = await readSaved(section);
  const names = [...section.parts()];
  if (names.length === 0) return yield toText(root, EXPORT);
  let before = '{';
  for await (const [key, tree] of readParts(section)) {
    yield `${before}${keyText(key)}:`;
    yield* textPieces(tree, EXPORT);
    before = ',';
  }
  const priority = priorityOf(root);
  yield priority === null ? '}' : `,".priority":${JSON.stringify(priority)}}`;
}

/**
 * Fills an empty database from a file of `exportData` or `firebase database:get /`; returns the number of users.
 * Throws a ProtocolError if the database is not empty or the file is invalid.
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

/** The number of users in a file; an empty database is exported as `null`. Throws for other JSON. */
function usersIn(json: Json): number {
  if (json === null) return 0;
  const isMap = (value: Json) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isMap(json) ? Object.entries(json) : null;
  // A priority goes with users; alone it is no data.
  const users = entries?.filter(([key]) => key !== '.priority' || entries.length === 1);
  if (!users?.every(([uid, data]) => !uid.startsWith('.') && isMap(data)))
    throw new ProtocolError(
      'INVALID_ARGUMENT',
      'The file must hold an object with the data of each user, as an object, under their id; nothing is changed.',
    );
  return users.length;
}

/** All data under an account's id in several databases, as pieces of JSON text. */
export async function exportAccount(
  databases: ReadonlyMap<string, Database>,
  uid: string,
): Promise<AsyncIterable<string>> {
  const trees = new Map<string, Tree>();
  for (const [name, database] of databases) trees.set(name, await database.run(() => database.at([uid])));
  return textOf(trees);
}

async function* textOf(trees: ReadonlyMap<string, Tree>): AsyncGenerator<string> {
  let before = '{';
  for (const [name, tree] of trees) {
    if (tree === null) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* textPieces(tree, PLAIN_EXPORT);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Removes an account's data from these databases. No server may be running on the store. */
export async function removeStored(store: Store, names: readonly string[], uid: string): Promise<void> {
  for (const name of names) await store.section(`db:${name}`).dropPart(uid);
}

/** The stored bytes of each account in these databases. No server may be running on the store. */
export function storedSizes(store: Store, names: readonly string[]): (uid: string) => number {
  const sizes = new Map<string, number>();
  for (const name of names)
    for (const { key, bytes } of store.section(`db:${name}`).parts())
      sizes.set(key, (sizes.get(key) ?? 0) + bytes);
  return uid => sizes.get(uid) ?? 0;
}
