import type { SyncState } from '../sync/syncState';
import styles from './SyncMark.module.css';
import { syncWord } from './syncWords';

/** The state of a row or a card, in a word, when it is not saved. */
export function SyncMark({ sync }: { sync: SyncState }) {
  const word = syncWord(sync);
  return word && <span className={sync.type === 'blocked' ? styles.blocked : styles.pending}>{word}</span>;
}
