import { redoRequested, selectToast, toastClosed, undoRequested } from './historySlice';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { Day } from '../lib/days/days';
import type { DescribeContext } from '../sync/kinds';
import { CloseButton, TextButton } from '../components/Button';
import { useFocusLeft } from '../components/hooks/useFocusLeft';
import { selectToday } from '../ui/uiSlice';
import styles from '../components/messages/Toast.module.css';
import { useAppDispatch, useAppSelector } from '../hooks';
import { useTimedMessage } from '../components/hooks/useTimedMessage';

type HistoryEntry = NonNullable<NonNullable<ReturnType<typeof selectToast>>['entry']>;

type Stays = NonNullable<ReturnType<typeof selectToast>>['stays'];
type Gone = NonNullable<NonNullable<ReturnType<typeof selectToast>>['gone']>;

/** The kinds' descriptions of a history entry. */
type Kinds = {
  describe: (entry: HistoryEntry, context: DescribeContext, stays?: Stays) => string;
  isAnnounced: (entry: HistoryEntry) => boolean;
  describeGone: (gone: Gone) => string;
  /** An action to offer instead of Undo: its name, and the actions to dispatch. */
  offer: (entry: HistoryEntry, today: Day) => { name: string; actions: () => UnknownAction[] } | null;
};

/** Names the last change and offers Undo. */
export function ChangeToast({ describe, describeGone, isAnnounced, offer }: Kinds) {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(selectToast);
  const operationId = toast?.operationId;
  const holds = useTimedMessage(
    operationId ?? null,
    () => operationId && dispatch(toastClosed({ operationId })),
  );
  if (!toast) return null;
  if (toast.gone)
    return <GoneToast words={describeGone(toast.gone)} operationId={toast.operationId} holds={holds} />;
  if (toast.role === 'change' && !toast.isAnnounced && !isAnnounced(toast.entry)) return null;
  return <Toast describe={describe} offer={offer} toast={toast} holds={holds} />;
}

/** Says that the item to restore no longer exists, so there is nothing to undo. */
function GoneToast({ words, operationId, holds }: { words: string; operationId: string; holds: object }) {
  const dispatch = useAppDispatch();
  const place = useFocusLeft<HTMLDivElement>();
  return (
    <div ref={place} className={styles.place} {...holds}>
      <p className={styles.words}>{words}</p>
      <CloseButton
        aria-label="Dismiss"
        title="Dismiss"
        onClick={() => dispatch(toastClosed({ operationId }))}
      />
    </div>
  );
}

type Shown = NonNullable<ReturnType<typeof selectToast>>;
type ToastProps = Pick<Kinds, 'describe' | 'offer'> & { toast: Shown & { gone: null }; holds: object };

function Toast({ describe, offer, toast, holds }: ToastProps) {
  const dispatch = useAppDispatch();
  const place = useFocusLeft<HTMLDivElement>();
  const isUndone = toast.role === 'undo';
  const today = useAppSelector(selectToday);
  const offered = toast.role === 'change' ? offer(toast.entry, today) : null;
  const words = describe(toast.entry, { today, isUndo: isUndone }, toast.stays);
  return (
    <div
      ref={place}
      className={styles.place}
      {...(isUndone ? { 'data-undone': '' } : { 'data-undoes': toast.entryId })}
      {...holds}
    >
      <p className={styles.words}>{words}</p>
      {offered && (
        <TextButton
          onClick={() => {
            for (const action of offered.actions()) dispatch(action);
          }}
        >
          {offered.name}
        </TextButton>
      )}
      <TextButton onClick={() => dispatch(isUndone ? redoRequested() : undoRequested())}>
        {isUndone ? 'Redo' : 'Undo'}
      </TextButton>
      <CloseButton
        aria-label="Dismiss"
        title="Dismiss"
        onClick={() => dispatch(toastClosed({ operationId: toast.operationId }))}
      />
    </div>
  );
}
