import type { ReactNode } from 'react';
import type { SyncState } from '../sync/syncState';
import { TextButton } from './Button';
import { Notice } from './Notice';
import styles from './SyncNotice.module.css';
import { conflictType, syncWord } from './syncWords';

type Props = {
  sync: SyncState;
  /** What differs, when there are two versions. */
  differences?: ReactNode;
  onRetry: () => void;
  onDiscard: () => void;
  onKeepAsNew: () => void;
  onChoose: (version: 'mine' | 'theirs') => void;
};

/** What a form says of its item's way to the server, and what can be done about it. It never blocks. */
export function SyncNotice({ sync, differences, onRetry, onDiscard, onKeepAsNew, onChoose }: Props) {
  if (sync.type === 'saved') return null;
  if (sync.type !== 'blocked') {
    return (
      <p role="status" className={styles.waiting}>
        {syncWord(sync)}…
      </p>
    );
  }
  const discard = <TextButton onClick={onDiscard}>Discard</TextButton>;
  switch (conflictType(sync)) {
    case 'versions':
      return (
        <Notice kind="status">
          <strong>2 versions</strong> {differences}
          <div className={styles.actions}>
            <TextButton onClick={() => onChoose('mine')}>Keep mine</TextButton>
            <TextButton onClick={() => onChoose('theirs')}>Take theirs</TextButton>
          </div>
        </Notice>
      );
    case 'gone':
      return (
        <Notice kind="failure">
          <strong>Not saved</strong> {sync.reason}
          <div className={styles.actions}>
            <TextButton onClick={onKeepAsNew}>Keep as new</TextButton>
            {discard}
          </div>
        </Notice>
      );
    default:
      return (
        <Notice kind="failure">
          <strong>Not saved</strong> {sync.reason}
          <div className={styles.actions}>
            <TextButton onClick={onRetry}>Retry</TextButton>
            {discard}
          </div>
        </Notice>
      );
  }
}
