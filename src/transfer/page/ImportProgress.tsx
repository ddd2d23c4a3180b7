import { useAppDispatch, useAppSelector } from '../../hooks';
import { retryRequested } from '../../sync/queue/queueSlice';
import { Button, TextButton } from '../../components/Button';
import { Notice } from '../../components/messages/Notice';
import { selectIsOnline } from '../../ui/uiSlice';
import styles from './DataPage.module.css';
import { inWords } from '../import/preview';
import { StageHeading } from './ImportPreview';
import { importItemKey } from '../import/importBatches';
import {
  arrivedOf,
  importStopRequested,
  importUndoRequested,
  isAllThere,
  type Import,
} from '../transferSlice';

/** The progress and the result of an import. */
export function ImportProgress({ current }: { current: Import }) {
  const dispatch = useAppDispatch();
  const arrived = arrivedOf(current);
  const count = arrived.tasks + arrived.notes;
  const undo = current.isWhole && count > 0 && (
    <TextButton onClick={() => dispatch(importUndoRequested())}>Undo</TextButton>
  );
  if (current.refusal !== null) return <Refused current={current} />;
  if (current.end === 'undoing') return <Notice kind="status">Undoing the import…</Notice>;
  if (current.end === 'undone') {
    return <Notice kind="status">Import undone. What it had added is in the trash for 30 days.</Notice>;
  }
  if (current.end === 'stopped') {
    return (
      <Notice kind="status">
        <span>
          {`Cancelled. ${count === 0 ? 'Nothing was added.' : `${inWords(arrived)} had already been added.`} `}
        </span>
        {undo}
      </Notice>
    );
  }
  if (isAllThere(current)) {
    return (
      <Notice kind="status">
        <span>{`${inWords(arrived)} ${count === 1 ? 'was' : 'were'} added. `}</span>
        {undo}
      </Notice>
    );
  }
  return <UnderWay current={current} count={count} />;
}

function UnderWay({ current: { total }, count }: { current: Import; count: number }) {
  const dispatch = useAppDispatch();
  const isOnline = useAppSelector(selectIsOnline);
  const all = total.tasks + total.notes;
  return (
    <div className={styles.stage}>
      <StageHeading>{`Adding ${inWords(total)}`}</StageHeading>
      <progress className={styles.progress} max={all} value={count} aria-label="Added so far" />
      <p className={styles.about}>{`${count.toLocaleString('en')} of ${all.toLocaleString('en')}`}</p>
      {!isOnline && (
        <Notice kind="status">You are offline. The import goes on when you are back online.</Notice>
      )}
      <div className={styles.actions}>
        <Button onClick={() => dispatch(importStopRequested())}>Cancel</Button>
      </div>
    </div>
  );
}

function Refused({ current: { importId, refusal, end } }: { current: Import }) {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.stage}>
      <Notice kind="failure">
        {`The server refused ${end === 'undoing' ? 'to undo the import' : 'a part of the import'}. ${refusal}`}
      </Notice>
      <div className={styles.actions}>
        <Button onClick={() => dispatch(retryRequested({ itemKey: importItemKey(importId) }))}>Retry</Button>
        {end === null && <Button onClick={() => dispatch(importStopRequested())}>Cancel</Button>}
      </div>
    </div>
  );
}
