import { redoRequested, selectToast, toastClosed, undoRequested } from '../history/historySlice';
import { CloseButton, TextButton } from '../components/Button';
import { useFocusLeft } from '../components/useFocusLeft';
import { selectToday } from '../ui/uiSlice';
import styles from './ChangeToast.module.css';
import { describeChange, isAnnounced } from './kinds';
import { useAppDispatch, useAppSelector } from './hooks';
import { KeptDraftLine } from './KeptDraftLine';
import { useShownFor } from './useShownFor';

/** What is said over the foot of the page. */
export default function Toasts() {
  return (
    <>
      <KeptDraftLine />
      <ChangeToast />
    </>
  );
}

/** Names the last change and offers Undo. */
function ChangeToast() {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(selectToast);
  const operationId = toast?.operationId;
  const holds = useShownFor(operationId ?? null, () => operationId && dispatch(toastClosed({ operationId })));
  if (!toast) return null;
  if (toast.role === 'change' && !toast.isAnnounced && !isAnnounced(toast.entry)) return null;
  return <Toast toast={toast} holds={holds} />;
}

type ToastProps = { toast: NonNullable<ReturnType<typeof selectToast>>; holds: object };

function Toast({ toast, holds }: ToastProps) {
  const dispatch = useAppDispatch();
  const place = useFocusLeft<HTMLDivElement>();
  const isUndone = toast.role === 'undo';
  const today = useAppSelector(selectToday);
  const words = describeChange(toast.entry, { today, isUndo: isUndone });
  return (
    <div ref={place} className={styles.place} data-undoes={isUndone ? undefined : toast.entryId} {...holds}>
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
