import type { Others } from '../sync/records/others';
import type { SyncState } from '../sync/queue/syncState';

/** The sync state in one or two words, for a row or card; empty when there is nothing to report. */
export function syncWord(sync: SyncState, others?: Others | undefined): string | null {
  if (sync.type === 'saving') return 'Saving';
  if (sync.type === 'pending') return 'Waiting';
  if (sync.type === 'blocked') return 'Not saved';
  if (!others) return null;
  return others.isBack ? 'Deleted elsewhere' : '2 versions';
}
