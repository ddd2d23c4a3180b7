import { createAction } from '@reduxjs/toolkit';
import type { FailureKind } from '../services/failure';

/**
 * One change that a person made, kept on this device until the server has it. The queue knows nothing of what it
 * changes: `kind` picks the feature's sender, `payload` is the feature's own.
 */
export type Operation<Kind extends string = string, Payload = unknown> = {
  id: string;
  userId: string;
  /** Order of appending on this device. */
  number: number;
  /** The item it changes, e.g. `task:123`. Operations of one lane are sent in order, lanes side by side. */
  lane: string;
  kind: Kind;
  payload: Payload;
  /** ISO instant. */
  madeAt: string;
  status: OperationStatus;
  /** True once it may have reached the server: sent, with no answer noted yet. */
  isAttempted: boolean;
  /** Why it is held, in words for the person. */
  reason?: string;
  /** What the sender found, for a held operation: e.g. the other version of an edit that both sides made. */
  found?: unknown;
  /** The person's change alone, when it took the place of a held one and carries that one's too. */
  own?: { kind: string; payload: unknown };
  /** The person's change that it is a part of, or takes back; when not said it is a change of its own. */
  entry?: string;
  /** It takes `entry` back, or makes it again; `none` is no change of the person's. */
  act?: 'undo' | 'redo' | 'none';
};

/**
 * `made`: on its way to the device, shown in the page that made it. `waiting`: on the device, will be sent. `held`: the
 * server said no, or the person has to choose; nothing is sent until they do.
 */
export type OperationStatus = 'made' | 'waiting' | 'held';

/** What a feature hands in to be kept; the queue adds the rest. */
export type NewOperation<O extends Operation = Operation> = Pick<
  O,
  'id' | 'lane' | 'kind' | 'payload' | 'entry' | 'act'
>;

/** What a sender made of an operation. */
export type Outcome =
  /** The server has it. `carry` is merged into the payloads of the operations behind it, `result` is for the feature. */
  | { type: 'done'; result?: unknown; carry?: Record<string, unknown> }
  /** Not sent on until the person chooses. `payload` replaces its payload. */
  | { type: 'held'; reason: string; found?: unknown; payload?: unknown };

/** The person made an operation here: it is shown, and nothing is said of it until it is kept. */
export const operationMade = createAction<Operation>('outbox/operationMade');
/** An operation is on the device, and is sent when it can be. */
export const operationKept = createAction<Operation>('outbox/operationKept');
/** The same operation with something new: held, or waiting again. */
export const operationChanged = createAction<Operation>('outbox/operationChanged');
/** The server has it; this device is about to forget it. Told in the page that sent it. */
export const operationDelivered = createAction<{ operationId: string }>('outbox/operationDelivered');
/** The server has it, and this device has forgotten it. */
export const operationSettled = createAction<{ operation: Operation; result?: unknown }>(
  'outbox/operationSettled',
);
/** The person gave it up, or another one took its place. */
export const operationDropped = createAction<Operation>('outbox/operationDropped');
/** All that this device keeps for the user, in order: at the start, and when a tab may have missed something. */
export const operationsRead = createAction<Operation[]>('outbox/operationsRead');

/** The person wants a held operation sent again. */
export const retryRequested = createAction<{ lane: string }>('outbox/retryRequested');
/** The person gives up all that is unsent of one item. */
export const discardRequested = createAction<{ lane: string }>('outbox/discardRequested');

/** Sending failed for now: no network, a server that cannot, or nobody signed in. What was sent goes on waiting. */
export const deliveryFailed = createAction<{ kind: FailureKind }>('outbox/deliveryFailed');
/** The device keeps nothing any more: what is changed from now on ends with the tab unless the server has it. */
export const storageFailed = createAction('outbox/storageFailed');
