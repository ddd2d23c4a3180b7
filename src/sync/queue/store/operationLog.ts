import type { Operation } from '../../operations';

/** The history of one operation, with ISO instants of this device. It contains no text of the user. */
export type LogEntry = Pick<
  Operation,
  'number' | 'id' | 'userId' | 'kind' | 'label' | 'itemKey' | 'madeAt'
> & {
  /** When it was stored on this device. */
  keptAt: string;
  /** When it was first given to a sender. */
  sentAt?: string;
  /** When and why it was last blocked. */
  blockedAt?: string;
  reason?: string;
  confirmedAt?: string;
  /** When it was discarded, or replaced by the operation `replacedBy`. */
  takenBackAt?: string;
  replacedBy?: string;
};

/** A consistent snapshot of a user's operations and log. */
export type StoredLog = { operations: Operation[]; entries: LogEntry[] };

/** The maximum number of operations in the log. */
export const MAX_LOGGED_OPERATIONS = 1000;

/** A change of operations to be logged: `isConfirmed` says that the server has the removed ones. */
export type LoggedChange = {
  put?: Operation[];
  remove?: Operation[];
  added: Operation[];
  isConfirmed?: boolean;
};

/** The log entries to write after a change. `entryOf` returns an operation's previous entry. */
export function entriesAfter(
  { put = [], remove = [], added, isConfirmed }: LoggedChange,
  entryOf: (number: number) => LogEntry | undefined,
): LogEntry[] {
  const now = new Date().toISOString();
  const entryAfter = (operation: Operation): LogEntry => {
    const { number, id, userId, kind, label, itemKey, madeAt, isAttempted, status, reason } = operation;
    const before = entryOf(number);
    return {
      keptAt: now,
      ...before,
      ...{ number, id, userId, kind, itemKey, madeAt },
      ...(label !== undefined && { label }),
      ...(isAttempted && { sentAt: before?.sentAt ?? now }),
      ...(status === 'blocked' && { blockedAt: now, reason }),
    };
  };
  const replacement = [...added, ...put].find(operation => !remove.includes(operation));
  const end = isConfirmed ? { confirmedAt: now } : { takenBackAt: now, replacedBy: replacement?.id };
  return [
    ...[...added.slice(-MAX_LOGGED_OPERATIONS), ...put].map(entryAfter),
    ...remove.map(operation => ({ ...entryAfter({ ...operation, status: 'pending' }), ...end })),
  ];
}
