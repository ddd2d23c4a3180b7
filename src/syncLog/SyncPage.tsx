import { useEffect } from 'react';
import { Download } from 'lucide-react';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks';
import { Button } from '../components/Button';
import { Icon } from '../components/Icon';
import { PageHeading } from '../components/PageHeading';
import { Rows } from '../components/rows/Rows';
import { LOG_LENGTH, type LogEntry } from '../sync/queue/store/operationLog';
import { queueSlice, selectStorage } from '../sync/queue/queueSlice';
import { selectIsOnline } from '../ui/uiSlice';
import { Arithmetic } from './Arithmetic';
import { LogRow } from './LogRow';
import { OpenRow } from './OpenRow';
import { reportOf } from './report';
import styles from './SyncPage.module.css';
import { selectArithmetic, selectSender, selectWhy } from './syncLogSelectors';
import {
  logClosed,
  logOpened,
  selectBlocked,
  selectClockOffset,
  selectEntries,
  selectIsRead,
  selectWaiting,
  selectSyncLog,
  type OpenOperation,
} from './syncLogSlice';
import { clockInWords, whyInWords } from './words';

type Row = { heading: string } | { open: OpenOperation } | { entry: LogEntry };

const SENDERS = {
  'this tab': 'This tab sends the changes of this browser.',
  'another tab': 'Another tab sends the changes of this browser.',
};

/** The state of every change of this device: waiting ones and why, blocked ones, and the log of the last ones. */
export function SyncPage() {
  const dispatch = useAppDispatch();
  const isRead = useAppSelector(selectIsRead);
  const sender = useAppSelector(selectSender);
  const storage = useAppSelector(selectStorage);
  const why = whyInWords(useAppSelector(selectWhy));
  const hasWaiting = useAppSelector(selectWaiting).length > 0;
  const clock = clockInWords(useAppSelector(selectClockOffset));
  const rows = useRows();
  useEffect(() => {
    dispatch(logOpened());
    return () => void dispatch(logClosed());
  }, [dispatch]);

  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <PageHeading page="sync">Sync</PageHeading>
        {isRead && <Arithmetic />}
        <p className={styles.about}>
          {storage === 'memory' && 'The device’s storage does not work: this is what this tab knows. '}
          {sender !== null && SENDERS[sender]}
        </p>
        {clock !== null && <p className={styles.about}>{clock}</p>}
        {hasWaiting && <p className={styles.about}>{why}</p>}
        {rows.length > 0 && <ExportButton />}
      </header>
      {rows.length > 0 ? (
        <Rows sections={[{ key: 'log', items: rows }]} keyOf={keyOf}>
          {row => <RowOf row={row} />}
        </Rows>
      ) : (
        <p className={styles.empty}>
          {isRead
            ? 'Nothing was changed on this device yet. Each change is listed here, with its way to the server.'
            : 'Reading…'}
        </p>
      )}
    </section>
  );
}

/** The content of the page as rows of one list, so that it is windowed as a whole. */
function useRows(): Row[] {
  const waiting = useAppSelector(selectWaiting);
  const blocked = useAppSelector(selectBlocked);
  const entries = useAppSelector(selectEntries);
  const section = (heading: string, rows: Row[]) => (rows.length > 0 ? [{ heading }, ...rows] : []);
  return [
    ...section(
      'Blocked: it waits for you',
      blocked.map(open => ({ open })),
    ),
    ...section(
      'Waiting',
      waiting.map(open => ({ open })),
    ),
    ...section(
      entries.length < LOG_LENGTH ? 'Every change of this device' : 'The last 1,000 changes of this device',
      entries.map(entry => ({ entry })),
    ),
  ];
}

const keyOf = (row: Row) =>
  'heading' in row ? row.heading.slice(0, 7) : 'open' in row ? `open ${row.open.id}` : row.entry.number;

function RowOf({ row }: { row: Row }) {
  if ('heading' in row) return <h2 className={styles.heading}>{row.heading}</h2>;
  if ('open' in row) return <OpenRow operation={row.open} />;
  return <LogRow entry={row.entry} />;
}

/** Created from what is on the screen, without further requests. */
function ExportButton() {
  const store = useAppStore();
  const save = () => {
    const state = store.getState();
    const report = reportOf(
      selectSyncLog(state),
      selectArithmetic(state),
      queueSlice.selectSlice(state),
      selectIsOnline(state),
    );
    const url = URL.createObjectURL(
      new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
    );
    Object.assign(document.createElement('a'), { href: url, download: 'daywall-sync.json' }).click();
    // Later than the click, because the download reads the URL after it.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Button onClick={save} title="Times and kinds of changes, without contents: for a bug report">
      <Icon of={Download} size={18} />
      Export without contents
    </Button>
  );
}
