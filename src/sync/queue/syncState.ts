import type { Operation } from '../operations';

/**
 * An item's sync state for rows, cards and forms: undefined when the server has it, being stored on this device,
 * waiting, or blocked with the reason.
 */
export type SyncState = { type: 'saved' | 'saving' | 'pending' } | { type: 'blocked'; reason: string };

const saved: SyncState = { type: 'saved' };
const saving: SyncState = { type: 'saving' };
const pending: SyncState = { type: 'pending' };
const blockedStates = new WeakMap<object, SyncState>();

/** An item's sync state from its operations; a blocked one takes precedence. Equal states are identical. */
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
