import { StoreError } from '../storage/errors';
import type { Section } from '../types';
import { isPushId } from './pushIds';
import { loadTree } from './tree/load';
import type { Tree } from './tree/node';

export const PUSH_ID_KEY = '!lastPushId';

/** Reads a database from its section. Throws `StoreError` for what this program does not write. */
export async function readSaved(section: Section): Promise<{ root: Tree; lastPushId: string | undefined }> {
  const root = await loadTree(section.pages('/'));
  const lastPushId = await section.get(PUSH_ID_KEY);
  if (lastPushId !== undefined && !isPushId(lastPushId))
    throw new StoreError('The record of the last key that was given is none that this program writes.');
  return { root, lastPushId };
}
