import { useEffect, useId, useState } from 'react';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '../hooks';
import { dayInWords, dayOf } from '../lib/days/days';
import listStyles from '../tasks/views/TaskListView.module.css';
import { Button, TextButton } from '../components/Button';
import { Empty } from '../components/messages/Empty';
import { Icon } from '../components/Icon';
import { LoadFailure } from '../ui/LoadFailure';
import { PageHeading } from '../components/PageHeading';
import { Rows } from '../components/rows/Rows';
import { useFocusLeft } from '../components/hooks/useFocusLeft';
import { discardRequested, retryRequested } from '../sync/queue/queueSlice';
import { selectToday } from '../ui/uiSlice';
import { daysLeft, titleOf, TRASH_DAYS, type TrashItem } from './trashItem';
import styles from './TrashPage.module.css';
import { selectClockOffset, selectTrash, selectTrashFailure, selectTrashPhase } from './trashSelectors';
import { trashClosed, trashForgetRequested, trashRequested, trashRestoreRequested } from './trashSlice';

/** Deleted tasks and notes, to be restored or deleted forever. */
export function TrashPage() {
  const dispatch = useAppDispatch();
  const items = useAppSelector(selectTrash);
  const phase = useAppSelector(selectTrashPhase);
  const failure = useAppSelector(selectTrashFailure);
  useEffect(() => {
    dispatch(trashRequested());
    return () => void dispatch(trashClosed());
  }, [dispatch]);

  return (
    <section className={listStyles.view}>
      <header className={listStyles.head}>
        <PageHeading page="trash">Trash</PageHeading>
        <p className={styles.about}>{`What you delete stays here for ${TRASH_DAYS} days.`}</p>
        {items.length > 0 && <EmptyTrash items={items} />}
      </header>
      {phase === 'failed' && (
        <LoadFailure
          what="trash"
          failure={failure}
          isShown={items.length > 0}
          onRetry={() => dispatch(trashRequested())}
          className={listStyles.notice}
        />
      )}
      {items.length > 0 ? (
        <Rows sections={[{ key: 'trash', items }]} keyOf={keyOf}>
          {item => <Item item={item} />}
        </Rows>
      ) : (
        <Nothing isLoaded={phase === 'loaded'} isLoading={phase === 'loading'} />
      )}
    </section>
  );
}

/** Loading and empty in one element, so that screen readers announce the end of loading. */
const Nothing = ({ isLoaded, isLoading }: { isLoaded: boolean; isLoading: boolean }) => (
  <div role="status" className={isLoaded ? styles.nothing : styles.loading}>
    {isLoading && <span>Loading your trash…</span>}
    {isLoaded && (
      <Empty
        drawing={
          <>
            <circle cx="92" cy="30" r="14" data-sun />
            <path d="m40 36 4 44h32l4-44z" />
            <path d="M34 36h52M52 36v-9h16v9M54 47l1 22m11-22-1 22" fill="none" />
          </>
        }
      >
        <p>The trash is empty.</p>
      </Empty>
    )}
  </div>
);

/** Asks for confirmation in the row, because this cannot be undone. */
function EmptyTrash({ items }: { items: TrashItem[] }) {
  const [isAsked, setIsAsked] = useState<boolean | null>(null);
  if (!isAsked) {
    return (
      <Button autoFocus={isAsked === false} onClick={() => setIsAsked(true)}>
        Empty trash
      </Button>
    );
  }
  return <AskToEmpty items={items} onCancel={() => setIsAsked(false)} />;
}

function AskToEmpty({ items, onCancel }: { items: TrashItem[]; onCancel: () => void }) {
  const dispatch = useAppDispatch();
  const asked = useFocusLeft<HTMLDivElement>();
  return (
    <div ref={asked} role="group" aria-label="Empty trash" className={styles.asked}>
      <span>{items.length === 1 ? 'Delete it forever?' : `Delete all ${items.length} forever?`}</span>
      <Button kind="danger" autoFocus onClick={() => dispatch(trashForgetRequested(items))}>
        Delete forever
      </Button>
      <Button onClick={onCancel}>Keep them</Button>
    </div>
  );
}

const keyOf = (item: TrashItem) =>
  `${item.list}/${item.fireId ?? (item.list === 'tasks' ? item.taskId : '')}`;

const LONGEST_SHOWN_CHARACTERS = 300;
const kinds = { tasks: 'Task', notes: 'Note' };

function Item({ item }: { item: TrashItem }) {
  const dispatch = useAppDispatch();
  const today = useAppSelector(selectToday);
  const offset = useAppSelector(selectClockOffset);
  const title = titleOf(item).slice(0, LONGEST_SHOWN_CHARACTERS) || '(no title)';
  const left = daysLeft(item, Date.parse(`${today}T23:59:59`) + offset);
  // Relative days like `today`, by the device's clock.
  const deletedOn = dayOf(Date.parse(item.deletedAt) - (item.isPending ? 0 : offset));
  const titleId = useId();
  // Keyboard navigation moves the focus to rows instead of buttons, so that the next typed character presses none.
  return (
    <div className={styles.item} role="group" aria-labelledby={titleId} tabIndex={-1} data-item>
      <span className={styles.text}>
        <span id={titleId} className={styles.title} dir="auto">
          {title}
        </span>
        {item.refused ? (
          <span role="alert" className={`${styles.details} ${styles.refused}`}>
            {`Not deleted: ${item.refused.reason}`}
          </span>
        ) : (
          <span className={styles.details}>
            <span>{`${kinds[item.list]} · ${item.isOther ? 'Other version, replaced' : 'deleted'} `}</span>
            <bdi>{dayInWords(deletedOn, today)}</bdi>
            <span>{` · ${left === 1 ? '1 day left' : `${left} days left`}`}</span>
          </span>
        )}
      </span>
      <button
        type="button"
        className={styles.act}
        aria-label={`Restore ${title}`}
        title="Restore"
        onClick={() => dispatch(trashRestoreRequested(item))}
      >
        <Icon of={RotateCcw} size={18} />
      </button>
      {item.refused ? (
        <Refused itemKey={item.refused.itemKey} title={title} />
      ) : (
        <button
          type="button"
          className={`${styles.act} ${styles.danger}`}
          aria-label={`Delete ${title} forever`}
          title="Delete forever"
          onClick={() => dispatch(trashForgetRequested([item]))}
        >
          <Icon of={Trash2} size={18} />
        </button>
      )}
    </div>
  );
}

/** The buttons for a deletion forever that the server refused. */
function Refused({ itemKey, title }: { itemKey: string; title: string }) {
  const dispatch = useAppDispatch();
  return (
    <>
      <TextButton
        aria-label={`Retry deleting ${title} forever`}
        onClick={() => dispatch(retryRequested({ itemKey }))}
      >
        Retry
      </TextButton>
      <TextButton
        aria-label={`Keep ${title} in the trash`}
        onClick={() => dispatch(discardRequested({ itemKey }))}
      >
        Keep
      </TextButton>
    </>
  );
}
