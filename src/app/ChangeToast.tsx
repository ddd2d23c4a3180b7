import { useEffect, useState } from 'react';
import { redoRequested, selectToast, toastClosed, undoRequested } from '../history/historySlice';
import { CloseButton, TextButton } from '../components/Button';
import { useFocusLeft } from '../components/useFocusLeft';
import { selectToday } from '../ui/uiSlice';
import styles from './ChangeToast.module.css';
import { describeChange, isAnnounced } from './kinds';
import { useAppDispatch, useAppSelector } from './hooks';

/** Milliseconds that the toast is shown; longer while it is hovered or focused. */
const SHOWN = 10_000;

/** Names the last change and offers Undo. */
export default function ChangeToast() {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(selectToast);
  const [isHeld, setIsHeld] = useState(false);
  const operationId = toast?.operationId;
  useEffect(() => {
    if (!operationId || isHeld) return;
    const timer = setTimeout(() => dispatch(toastClosed({ operationId })), SHOWN);
    return () => clearTimeout(timer);
  }, [dispatch, operationId, isHeld]);

  if (!toast) return null;
  if (toast.role === 'change' && !toast.isAnnounced && !isAnnounced(toast.entry)) return null;
  return <Toast toast={toast} onHold={setIsHeld} />;
}

type ToastProps = { toast: NonNullable<ReturnType<typeof selectToast>>; onHold: (isHeld: boolean) => void };

function Toast({ toast, onHold }: ToastProps) {
  const dispatch = useAppDispatch();
  const place = useFocusLeft<HTMLDivElement>();
  const isUndone = toast.role === 'undo';
  const today = useAppSelector(selectToday);
  const words = describeChange(toast.entry, { today, isUndo: isUndone });
  return (
    <div
      ref={place}
      className={styles.place}
      data-undoes={isUndone ? undefined : toast.entryId}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <p className={styles.words}>{words}</p>
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
