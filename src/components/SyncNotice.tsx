import type { SyncState } from '../sync/syncState';
import { TextButton } from './Button';
import { Notice } from './Notice';
import styles from './SyncNotice.module.css';
import { syncWord } from './syncWords';

type Props = { sync: SyncState; onRetry: () => void; onDiscard: () => void };

/** What a form says of its item's way to the server, and what can be done about a refusal. It never blocks. */
export function SyncNotice({ sync, onRetry, onDiscard }: Props) {
  if (sync.type === 'saved') return null;
  if (sync.type !== 'blocked') {
    return (
      <p role="status" className={styles.waiting}>
        {syncWord(sync)}…
      </p>
    );
  }
  return (
    <Notice kind="failure">
      <strong>Not saved</strong> {sync.reason}
      <div className={styles.actions}>
        <TextButton onClick={onRetry}>Retry</TextButton>
        <TextButton onClick={onDiscard}>Discard</TextButton>
      </div>
    </Notice>
  );
}
