import type { SyncState } from '../sync/syncState';

/** What a blocked item conflicts with on the server, if that is why: `versions` or `gone`. */
export const conflictType = (sync: SyncState) => (sync.type === 'blocked' ? sync.conflict?.type : undefined);

/** The one or two words for a row or a card; nothing when the server has it. */
export function syncWord(sync: SyncState): string | null {
  if (sync.type === 'saved') return null;
  if (sync.type === 'saving') return 'Saving';
  if (sync.type === 'pending') return 'Waiting';
  return conflictType(sync) === 'versions' ? '2 versions' : 'Not saved';
}
