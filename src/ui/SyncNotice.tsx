import { useAppDispatch } from '../hooks';
import { discardRequested, retryRequested } from '../sync/queue/queueSlice';
import type { SyncState } from '../sync/queue/syncState';
import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import styles from './SyncNotice.module.css';
import { syncWord } from './syncWords';

/** A form's notice about its item's sync state, with actions after a refusal. It never blocks the form. */
export function SyncNotice({ sync, itemKey }: { sync: SyncState; itemKey: string }) {
  const dispatch = useAppDispatch();
  if (sync.type === 'saved') return null;
  if (sync.type !== 'blocked') {
    return (
      <p role="status" className={styles.waiting}>
        {`${syncWord(sync)}…`}
      </p>
    );
  }
  return (
    <Notice kind="failure">
      <strong>Not saved</strong> <span>{sync.reason}</span>
      <div className={styles.actions}>
        <TextButton onClick={() => dispatch(retryRequested({ itemKey }))}>Retry</TextButton>
        <TextButton onClick={() => dispatch(discardRequested({ itemKey }))}>Discard</TextButton>
      </div>
    </Notice>
  );
}
