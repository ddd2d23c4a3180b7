import type { Operation } from '../operations';

/**
 * An item's state as a row, card or form shows it: nothing when the server has it, being saved on this device, waiting
 * there, or blocked and why.
 */
export type SyncState =
  { type: 'saved' } | { type: 'saving' } | { type: 'pending' } | { type: 'blocked'; reason: string };

const saved: SyncState = { type: 'saved' };
const saving: SyncState = { type: 'saving' };
const pending: SyncState = { type: 'pending' };
const blockedStates = new WeakMap<object, SyncState>();

/** The state of an item from its operations; a blocked one outweighs what waits behind it. Keeps its identity. */
export function syncStateOf(operations: readonly Pick<Operation, 'status' | 'reason'>[] = []): SyncState {
  const blocked = operations.find(({ status }) => status === 'blocked');
  if (!blocked) {
    if (operations.length === 0) return saved;
    return operations.at(-1)!.status === 'saving' ? saving : pending;
  }
  const known = blockedStates.get(blocked) ?? { type: 'blocked', reason: blocked.reason ?? '' };
  blockedStates.set(blocked, known);
  return known;
}
