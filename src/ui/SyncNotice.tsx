import type { SyncState } from '../sync/queue/syncState';
import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import styles from './SyncNotice.module.css';
import { syncWord } from './syncWords';

type Props = { sync: SyncState; onRetry: () => void; onDiscard: () => void };

/** A form's notice about its item's way to the server, and the choices after a refusal. It never blocks. */
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
