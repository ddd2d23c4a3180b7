import type { Others } from '../sync/records/others';
import type { SyncState } from '../sync/queue/syncState';
import styles from './SyncMark.module.css';
import { syncWord } from './syncWords';

/** The sync state of a row or card in one word, if it is unsaved or another device changed it too. */
export function SyncMark({ sync, others }: { sync: SyncState; others: Others | undefined }) {
  const word = syncWord(sync, others);
  if (!word) return null;
  return (
    <span className={sync.type === 'blocked' ? styles.blocked : styles.pending} data-state>
      {word}
    </span>
  );
}
