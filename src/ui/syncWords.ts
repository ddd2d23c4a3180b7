import type { Others } from '../sync/records/others';
import type { SyncState } from '../sync/queue/syncState';

/** The one or two words for a row or a card; nothing when the server has it and there is nothing to tell. */
export function syncWord(sync: SyncState, others?: Others | undefined): string | null {
  if (sync.type === 'saving') return 'Saving';
  if (sync.type === 'pending') return 'Waiting';
  if (sync.type === 'blocked') return 'Not saved';
  if (!others) return null;
  return others.isBack ? 'Deleted elsewhere' : '2 versions';
}
