import type { SyncState } from '../sync/syncState';

/** What a held item found on the server, if that is why: `versions` or `gone`. */
export const foundType = (sync: SyncState) =>
  sync.type === 'held' ? (sync.found as { type?: string } | undefined)?.type : undefined;

/** The one or two words for a row or a card; nothing when the server has it. */
export function syncWord(sync: SyncState): string | null {
  if (sync.type === 'saved') return null;
  if (sync.type === 'made') return 'Saving';
  if (sync.type === 'waiting') return 'Waiting';
  return foundType(sync) === 'versions' ? '2 versions' : 'Not saved';
}
