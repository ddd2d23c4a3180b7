import type { LogEntry } from '../sync/queue/store/operationLog';
import type { QueueState } from '../sync/queue/queueSlice';
import type { selectArithmetic } from './syncLogSelectors';
import type { SyncLogState } from './syncLogSlice';

/** The length of an id's prefix, which is enough to recognise it within the file. */
const short = (id: string) => id.slice(0, 6);

/**
 * The log as a file for a bug report, without content: kinds and times, numbered items, and error codes, because the
 * server's reasons may quote text of the user. `clockOffset` is in milliseconds.
 */
export function reportOf(
  { entries, clockOffset }: Pick<SyncLogState, 'entries' | 'clockOffset'>,
  totals: ReturnType<typeof selectArithmetic>,
  { sender, paused, storage }: QueueState,
  isOnline: boolean,
) {
  const items = new Map<string, number>();
  const itemOf = (itemKey: string) => {
    if (!items.has(itemKey)) items.set(itemKey, items.size + 1);
    return items.get(itemKey)!;
  };
  return {
    format: 'daywall-sync-log',
    version: 1,
    totals,
    clockOffset,
    sender,
    isOnline,
    storage,
    paused: paused && { until: paused.until, kind: paused.kind },
    operations: entries.map((entry: LogEntry) => ({
      number: entry.number,
      id: short(entry.id),
      item: itemOf(entry.itemKey),
      kind: entry.kind,
      madeAt: entry.madeAt,
      keptAt: entry.keptAt,
      sentAt: entry.sentAt,
      blockedAt: entry.blockedAt,
      reason: entry.blockedAt && 'refused',
      confirmedAt: entry.confirmedAt,
      takenBackAt: entry.takenBackAt,
      replacedBy: entry.replacedBy && short(entry.replacedBy),
    })),
  };
}
