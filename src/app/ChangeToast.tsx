import { useEffect, useState } from 'react';
import { redoRequested, selectToast, toastClosed, undoRequested } from '../history/historySlice';
import { CloseButton, TextButton } from '../components/Button';
import styles from './ChangeToast.module.css';
import { changeInWords, isTold } from './changeWords';
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

  if (!toast || (toast.act === 'change' && !isTold(toast.entry))) return null;
  const isUndone = toast.act === 'undo';
  const words = changeInWords(toast.entry);
  return (
    <div
      className={styles.place}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <p className={styles.words}>{isUndone ? `Taken back: ${words}` : words}</p>
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
