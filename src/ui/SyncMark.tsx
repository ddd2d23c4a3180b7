import type { Others } from '../sync/records/others';
import type { SyncState } from '../sync/queue/syncState';
import styles from './SyncMark.module.css';
import { syncWord } from './syncWords';

/** The state of a row or a card, in a word, when it is not saved or another device changed it too. */
export function SyncMark({ sync, others }: { sync: SyncState; others: Others | undefined }) {
  const word = syncWord(sync, others);
  return word && <span className={sync.type === 'blocked' ? styles.blocked : styles.pending}>{word}</span>;
}
