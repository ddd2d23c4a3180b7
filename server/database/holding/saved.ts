import { StoreError } from '../../lib/errors';
import type { Page, Section } from '../../lib/types';
import { isPushId } from './pushIds';
import { Absent } from '../tree/absent';
import { isLegalKey } from '../tree/keys';
import { loadTree } from '../tree/load';
import { childOf, nodeAt, type Node, type Tree } from '../tree/node';

export const PUSH_ID_KEY = '!lastPushId';
const ROOT = '/';

/**
 * Loads a database's structure from its section; its parts are represented as absent in the root. Throws a
 * `StoreError` for invalid records.
 */
export async function readSaved(section: Section): Promise<{ root: Tree; lastPushId: string | undefined }> {
  const text = await section.get(ROOT);
  const parts: [string, Node][] = [];
  for (const { key, bytes, records } of section.parts()) {
    if (!isLegalKey(key)) throw foreign();
    parts.push([key, new Absent(key, bytes, records)]);
  }
  const root = await loadTree(pagesOf(text === undefined ? [] : [[[ROOT, text]]]), parts);
  const lastPushId = await section.get(PUSH_ID_KEY);
  if (lastPushId !== undefined && !isPushId(lastPushId))
    throw new StoreError('The record of the last key that was given is none that this program writes.');
  return { root, lastPushId };
}

/** Loads one part. Throws a `StoreError` when it is damaged or invalid. */
export async function readPart(section: Section, key: string): Promise<Tree> {
  const tree = childOf(await loadTree(section.readPart(key)), key);
  if (tree === null) throw foreign();
  return tree;
}

/**
 * The value at a place of a part that is not loaded, read from the records that may hold it; unless `isWhole`, without
 * what has records of its own below. The part is not verified.
 */
export async function readPlace(section: Section, path: readonly string[], isWhole: boolean): Promise<Tree> {
  const place = `/${path.join('/')}`;
  const found: [string, string][] = [];
  // A leaf may be in the record of the branch above it.
  for (const key of [`/${path.slice(0, -1).join('/')}`, place]) {
    const text = await section.get(key);
    if (text !== undefined) found.push([key, text]);
  }
  async function* pages(): AsyncGenerator<Page> {
    yield found;
    if (isWhole) yield* section.pages(`${place}/`);
  }
  return nodeAt(await loadTree(pages()), path);
}

/** Loads all parts, one after the other. */
export async function* readParts(section: Section): AsyncGenerator<[key: string, tree: Tree]> {
  for (const { key } of [...section.parts()]) {
    yield [key, await readPart(section, key)];
    section.releasePart(key);
  }
}

async function* pagesOf(pages: readonly Page[]): AsyncGenerator<Page> {
  yield* pages;
}

const foreign = () => new StoreError('A record of the database is none that this program writes.');
