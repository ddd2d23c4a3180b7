import { isAnyOf, nanoid, SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import type { BesideList } from '../services/databasePaths';
import type { Json, Records } from '../services/database';

/**
 * A change that a user made, kept on this device until the server has confirmed it. The queue does not know what it
 * changes: `kind` names the object that does (`kinds.ts`), `payload` is that kind's own.
 */
export type Operation<Kind extends string = string, Payload = unknown> = {
  id: string;
  userId: string;
  /** The order in which operations were appended on this device. */
  number: number;
  /** The changed item, e.g. `task:123`. Operations of one item are sent in order, different items in parallel. */
  itemKey: string;
  kind: Kind;
  payload: Payload;
  /** ISO instant, by this device's clock. */
  madeAt: string;
  status: OperationStatus;
  /** True once the operation may have reached the server: it was sent, and no answer is stored yet. */
  isAttempted: boolean;
  /** Why it is blocked, as text for the user. */
  reason?: string;
  /** The original change, when it was coalesced with a blocked operation. */
  requested?: { kind: string; payload: unknown };
  /** A label where its kind's own is not enough; it contains no text of the user. */
  label?: string;
  /** The change of the history to which it belongs; by default its own id. */
  changeId?: string;
  /** `undo` or `redo` of the change `changeId`. A `silent` operation is not a change by the user. */
  role?: 'undo' | 'redo' | 'silent';
  /** A toast is shown although its kind does not ask for one, because the user cannot see the change. */
  isAnnounced?: true;
  /** The app made the change itself, so that the user does not wait for it. */
  isUncounted?: true;
};

/** Compares two operations by their order on this device. */
export const inOrder = (a: Pick<Operation, 'number'>, b: Pick<Operation, 'number'>) => a.number - b.number;

/**
 * - `saving`: shown by the page that made it, not stored on the device yet.
 * - `pending`: stored, to be sent.
 * - `blocked`: refused by the server. Nothing of its item is sent until the user retries or discards it.
 */
export type OperationStatus = 'saving' | 'pending' | 'blocked';

/** A change before it is an operation in the queue. */
export type Change<Kind extends string = string, Payload = unknown> = {
  itemKey: string;
  kind: Kind;
  payload: Payload;
};
export type NewOperation<Kind extends string = string, Payload = unknown> = Change<Kind, Payload> &
  Pick<Operation, 'id' | 'changeId' | 'role' | 'requested'>;

/**
 * The server's data after an operation: the record (null: deleted; `before` is the overwritten version), and its
 * sidecars.
 */
export type Confirmation = {
  record?: { fireId: string; value: Json; before?: Json };
  beside?: Partial<Record<BesideList, Records>>;
  /** True if the record to change or restore was deleted forever elsewhere, so that nothing was done. */
  isGone?: true;
  /** True if nothing had to be sent, so that this says nothing about the connection. */
  isLocal?: true;
  /** True if an undo or redo did nothing, because its record was changed or deleted since. */
  stays?: true;
};

/** The result of sending an operation. */
export type Outcome =
  /** True if the server has the change. */
  | { type: 'confirmed'; confirmation?: Confirmation }
  /** Refused: not sent again until the user retries it. `payload` replaces its payload. */
  | { type: 'blocked'; reason: string; payload?: unknown };

type EventName = `/${string}`;
type OperationEvent<Payload> = {
  type: string;
  payload: Payload;
  meta: { event: EventName; isAwaited?: boolean; [SHOULD_AUTOBATCH]?: true };
};

/**
 * An event of operations; its action types contain the kind, e.g. `task/edit/kept`. To find one in the code, search
 * for both halves: `task/edit` is the kind, `/kept` the event.
 */
function operationEvent<Payload>(name: EventName, operationOf: (payload: Payload) => { kind: string }) {
  return Object.assign(
    (payload: Payload): OperationEvent<Payload> => ({
      type: `${operationOf(payload).kind}${name}`,
      payload,
      meta: { event: name },
    }),
    {
      match: (action: unknown): action is OperationEvent<Payload> =>
        (action as Partial<OperationEvent<Payload>>).meta?.event === name,
    },
  );
}
const itself = (operation: Operation) => operation;

/** A change was made here: it is shown at once, but not stored yet. */
export const operationRequested = operationEvent<Operation>('/requested', itself);
/** An operation is stored on this device, and is sent when possible. */
export const operationKept = operationEvent<Operation>('/kept', itself);
/** An earlier operation was confirmed and supplied the record's key: the payload was changed. */
export const operationUpdated = operationEvent<Operation>('/updated', itself);
/** It replaces a blocked operation, which is discarded; `requested` is its content before coalescing. */
export const operationCoalesced = operationEvent<Operation>('/coalesced', itself);
/** The server refused it for `reason`. Nothing of its item is sent until the user decides. */
export const operationBlocked = operationEvent<Operation>('/blocked', itself);
/** A blocked operation is sent again, because the user requested that. */
export const operationRetried = operationEvent<Operation>('/retried', itself);
/** A stored operation was changed. */
export const isOperationChanged = isAnyOf(
  operationUpdated,
  operationCoalesced,
  operationBlocked,
  operationRetried,
);
/** The current state of a stored operation. */
export const isOperationNoted = isAnyOf(operationRequested, operationKept, isOperationChanged);
/** The user discarded it, or another operation replaced it. */
export const operationDiscarded = operationEvent<Operation>('/discarded', itself);
/** The server confirmed it. */
export const operationConfirmed = operationEvent<{ operation: Operation; confirmation?: Confirmation }>(
  '/confirmed',
  ({ operation }) => operation,
);

/** Greater than every number that the device's storage assigns. */
const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

export type RequestOptions = Partial<Pick<Operation, 'id' | 'changeId' | 'role' | 'isAnnounced'>> & {
  /** The user waits for the answer: send it while it is being stored. Only for the first operation of an item. */
  isAwaited?: boolean;
  /** Several operations are requested in one turn: update the items once, in the next frame. */
  isOfMany?: boolean;
};

/**
 * Requests a change: the only way into the queue. It is answered by `operationKept`, or by `operationDiscarded` when
 * it cancels out a blocked one.
 */
export function requestChange(change: Change, { isAwaited, isOfMany, ...options }: RequestOptions = {}) {
  const requested = operationRequested({
    ...change,
    id: nanoid(),
    ...options,
    userId: '',
    number: BEHIND_ALL,
    madeAt: new Date().toISOString(),
    status: 'saving',
    isAttempted: false,
  });
  const meta = {
    ...requested.meta,
    ...(isAwaited && { isAwaited }),
    ...(isOfMany && { [SHOULD_AUTOBATCH]: true as const }),
  };
  return { ...requested, meta };
}

/** Whether an operation undoes or redoes a change: what was changed since wins over it. */
export const isReversal = ({ role }: Pick<Operation, 'role'>) => role === 'undo' || role === 'redo';

/** False until the device's storage has assigned the number. */
export const isNumbered = ({ number }: Pick<Operation, 'number'>) => number !== BEHIND_ALL;
