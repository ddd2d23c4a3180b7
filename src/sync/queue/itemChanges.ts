import type { Coalesced } from '../kinds';
import type { NewOperation, Operation } from '../operations';
import type { StoreChange } from './store/operationStore';

/**
 * Changes of an item's operations as pure functions: the writes for the store, and the event to emit for each of `put`
 * once they are on the disk. An added operation is reported as kept, a removed one as discarded unless it was confirmed.
 */
export type ItemChange = StoreChange & { event?: 'updated' | 'coalesced' | 'blocked' | 'retried' };

/** Combines an operation with a blocked one of its item; see `Kind.coalesce`. */
export type Coalesce = (blocked: NewOperation, next: NewOperation) => Coalesced;

export type AppendOptions = {
  coalesce: Coalesce;
  /** The label of an operation whose kind does not have a fixed one. */
  labelOf?: (change: NewOperation) => string | undefined;
};

/** The store assigns the numbers of added operations. */
export const withoutNumber = ({ number: _number, ...operation }: Operation) => operation;

/** Appends a requested operation; if coalesced with a blocked one, takes its place. */
export function appended(
  operations: readonly Operation[],
  next: Operation,
  { coalesce, labelOf }: AppendOptions,
): ItemChange {
  const { kind, payload } = next;
  const blocked = operations.find(({ status }) => status === 'blocked');
  const coalesced = blocked ? coalesce(blocked, next) : 'queue';
  const operation: Operation = {
    ...next,
    ...(coalesced !== 'queue' &&
      coalesced !== next &&
      coalesced && { ...coalesced, requested: coalesced.requested ?? { kind, payload } }),
    status: 'pending',
  };
  const label = labelOf?.(operation);
  return {
    ...(blocked && coalesced !== 'queue' && { remove: [blocked] }),
    add: [withoutNumber({ ...operation, ...(label !== undefined && { label }) })],
    isCancelling: coalesced === null,
  };
}

/** Records that the server may have an operation from now on. */
export const attempted = (operation: Operation | undefined): ItemChange =>
  operation && !operation.isAttempted ? { put: [{ ...operation, isAttempted: true }] } : {};

/** Removes a confirmed operation, and gives the record's key to the ones after it. */
export function confirmed(operations: readonly Operation[], id: string, fireId?: string): ItemChange {
  const operation = operations.find(known => known.id === id);
  if (!operation) return {};
  const updated = operations
    .filter(behind => fireId !== undefined && behind !== operation)
    .map((behind): Operation => ({ ...behind, payload: { ...(behind.payload as object), fireId } }));
  return { remove: [operation], isConfirmed: true, put: updated, event: 'updated' };
}

/** Blocks an operation, unless a later one coalesces with it. */
export function blocked(
  operations: readonly Operation[],
  id: string,
  { payload, reason }: { reason: string; payload?: unknown },
  coalesce: Coalesce,
): ItemChange {
  const operation = operations.find(known => known.id === id);
  if (!operation) return {};
  const stopped: Operation = {
    ...operation,
    reason,
    payload: payload ?? operation.payload,
    status: 'blocked',
  };
  for (const behind of operations.filter(known => known !== operation)) {
    const coalesced = coalesce(stopped, behind);
    if (coalesced === 'queue') continue;
    if (!coalesced) return { remove: [operation, behind] };
    return { remove: [operation], put: [{ ...behind, ...coalesced }], event: 'coalesced' };
  }
  return { put: [stopped], event: 'blocked' };
}

/** Makes blocked operations pending again. */
export function retried(operations: readonly Operation[]): ItemChange {
  const pending = operations
    .filter(({ status }) => status === 'blocked')
    .map(({ reason: _reason, ...operation }): Operation => ({ ...operation, status: 'pending' }));
  return { put: pending, event: 'retried' };
}
