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
  /** Order of appending on this device. */
  number: number;
  /** The item it changes, e.g. `task:123`. Operations of one item are sent in order, items side by side. */
  itemKey: string;
  kind: Kind;
  payload: Payload;
  /** ISO instant, by this device's clock. */
  madeAt: string;
  status: OperationStatus;
  /** True once it may have reached the server: it was sent, and no answer is noted yet. */
  isAttempted: boolean;
  /** Why it is blocked, in words for the person. */
  reason?: string;
  /** The requested change, when coalescing with a blocked operation made another one of it. */
  requested?: { kind: string; payload: unknown };
  /** Its kind in words, where the kind's name alone does not tell; none of the person's words. */
  label?: string;
  /** The change in the history that it belongs to; its own id when not given. */
  changeId?: string;
  /** It undoes or redoes the change `changeId`. A `silent` operation is no change of the person's. */
  role?: 'undo' | 'redo' | 'silent';
  /** A toast says it although its kind is not announced: the person does not see it where they are. */
  isAnnounced?: true;
  /** The app made it for itself: it is no change that a person waits for. */
  isUncounted?: true;
};

/** Compares two operations by the order in which they were appended on this device. */
export const inOrder = (a: Pick<Operation, 'number'>, b: Pick<Operation, 'number'>) => a.number - b.number;

/**
 * - `saving`: shown in the page that made it, on its way to the device's storage.
 * - `pending`: on the device, will be sent.
 * - `blocked`: the server refused it. Nothing of its item is sent until the person retries or discards it.
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
 * The server's data since it confirmed an operation: of a record (null: it is deleted; `before` is what was written
 * over), and of what lies beside records. `seen` is what the latter was for this page when the change was sent.
 */
export type Confirmation = {
  record?: { fireId: string; value: Json; before?: Json };
  beside?: Partial<Record<BesideList, Records>>;
  seen?: Json;
  /** The record to be changed back or restored was deleted for ever elsewhere: it stays so. */
  isGone?: true;
};

/** The result of sending an operation. */
export type Outcome =
  /** The server has it. */
  | { type: 'confirmed'; confirmation?: Confirmation }
  /** Refused: not sent again until the person retries it. `payload` replaces its payload. */
  | { type: 'blocked'; reason: string; payload?: unknown };

type EventName =
  '/requested' | '/kept' | '/updated' | '/coalesced' | '/blocked' | '/retried' | '/discarded' | '/confirmed';
type OperationEvent<Payload> = {
  type: string;
  payload: Payload;
  meta: { event: EventName; isAwaited?: boolean; [SHOULD_AUTOBATCH]?: true };
};

/**
 * An event of operations; its actions are named by the kind, e.g. `task/edit/kept`. The code is searched for both halves of
 * such a name: `task/edit` finds the kind, `/kept` the event.
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

/** A change was made here: it is shown at once, and nothing says that it is saved. */
export const operationRequested = operationEvent<Operation>('/requested', itself);
/** An operation is on this device, and is sent when it can be. */
export const operationKept = operationEvent<Operation>('/kept', itself);
/** Its payload is another one: an operation before it was confirmed, and told the key of the record. */
export const operationUpdated = operationEvent<Operation>('/updated', itself);
/** It takes the place of a blocked one as well, which is discarded; `requested` is what it was before. */
export const operationCoalesced = operationEvent<Operation>('/coalesced', itself);
/** The server refused it: `reason` says why. Nothing of its item is sent until the person decides. */
export const operationBlocked = operationEvent<Operation>('/blocked', itself);
/** It was blocked, and is sent again because the person asked for it. */
export const operationRetried = operationEvent<Operation>('/retried', itself);
/** An operation that the device has is another one than before. */
export const isOperationChanged = isAnyOf(
  operationUpdated,
  operationCoalesced,
  operationBlocked,
  operationRetried,
);
/** An operation that stands, as it is by now. */
export const isOperationNoted = isAnyOf(operationRequested, operationKept, isOperationChanged);
/** The person gave it up, or another one took its place. */
export const operationDiscarded = operationEvent<Operation>('/discarded', itself);
/** The server has it. */
export const operationConfirmed = operationEvent<{ operation: Operation; confirmation?: Confirmation }>(
  '/confirmed',
  ({ operation }) => operation,
);

/** Sorts behind every number that the device's storage gives. */
const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

export type RequestOptions = Partial<Pick<Operation, 'id' | 'changeId' | 'role' | 'isAnnounced'>> & {
  /** Somebody waits for the answer: it is sent while it is being written. Only for the first operation of an item. */
  isAwaited?: boolean;
  /** It is one of several that are requested in one turn: what is on the screen follows once, with the next frame. */
  isOfMany?: boolean;
};

/**
 * Requests a change: the one way into the queue. It is answered by `operationKept`, or by `operationDiscarded` when it
 * cancelled a blocked one out.
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

/** False until the device's storage has given the operation its number. */
export const isNumbered = ({ number }: Pick<Operation, 'number'>) => number !== BEHIND_ALL;
