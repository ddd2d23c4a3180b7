import type { Operation } from '../../operations';

/** The course of one operation with its ISO instants of this device. It holds no text of the user's. */
export type LogEntry = Pick<
  Operation,
  'number' | 'id' | 'userId' | 'kind' | 'label' | 'itemKey' | 'madeAt'
> & {
  /** It was on this device. */
  keptAt: string;
  /** It was first handed to the sender. */
  sentAt?: string;
  /** It was last blocked, and why. */
  blockedAt?: string;
  reason?: string;
  confirmedAt?: string;
  /** It was discarded, or the operation `replacedBy` took its place. */
  takenBackAt?: string;
  replacedBy?: string;
};

/** All that the store knows of a user's operations, as of one instant: those that it holds, and the log. */
export type StoredLog = { operations: Operation[]; entries: LogEntry[] };

/** So many operations stay in the log. */
export const LOG_LENGTH = 1000;

/** A change of operations as it is logged: `isConfirmed` says that the server has those that it removes. */
export type LoggedChange = {
  put?: Operation[];
  remove?: Operation[];
  added: Operation[];
  isConfirmed?: boolean;
};

/** The entries that a change writes. `entryOf` gives an operation's entry from before the change. */
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
    ...[...added.slice(-LOG_LENGTH), ...put].map(entryAfter),
    ...remove.map(operation => ({ ...entryAfter({ ...operation, status: 'pending' }), ...end })),
  ];
}
