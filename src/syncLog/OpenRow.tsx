import { ChevronRight, RotateCcw, Trash2 } from 'lucide-react';
import { Link } from '../components/Link';
import { useAppDispatch, useAppSelector } from '../hooks';
import { Icon } from '../components/Icon';
import { discardRequested, retryRequested } from '../sync/queue/queueSlice';
import { selectToday } from '../ui/uiSlice';
import styles from './SyncPage.module.css';
import { selectWords, type OpenOperation } from './syncLogSlice';
import { instantInWords } from './words';

/** An unconfirmed change; a blocked one shows the reason and its actions. */
export function OpenRow({ operation }: { operation: OpenOperation }) {
  const dispatch = useAppDispatch();
  const today = useAppSelector(selectToday);
  const words = useAppSelector(selectWords)[operation.id] ?? operation.label;
  const { label, status, reason, itemKey, madeAt, place } = operation;
  const isBlocked = status === 'blocked';
  const details = isBlocked ? reason : `${label}, on this device since ${instantInWords(madeAt, today)}`;
  return (
    <div className={styles.row}>
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {words}
        </span>
        <span className={isBlocked ? `${styles.details} ${styles.danger}` : styles.details} title={details}>
          {details}
        </span>
      </span>
      {isBlocked && (
        <button
          type="button"
          className={styles.act}
          aria-label={`Retry: ${words}`}
          title="Retry"
          onClick={() => dispatch(retryRequested({ itemKey }))}
        >
          <Icon of={RotateCcw} size={18} />
        </button>
      )}
      {isBlocked && (
        <button
          type="button"
          className={styles.act}
          aria-label={`Discard: ${words}`}
          title="Discard"
          onClick={() => dispatch(discardRequested({ itemKey }))}
        >
          <Icon of={Trash2} size={18} />
        </button>
      )}
      <Link
        to={place.path}
        state={place.note === undefined ? undefined : { note: place.note }}
        className={styles.act}
        aria-label={`Open: ${words}`}
        title="Open"
        data-item
      >
        <Icon of={ChevronRight} size={18} />
      </Link>
    </div>
  );
}
