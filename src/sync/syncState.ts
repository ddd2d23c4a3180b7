import type { Operation } from './operations';

/**
 * What a row, card or form says of its item's way: nothing when the server has it, that it is being kept on this
 * device, that it waits there, or that it is held and why.
 */
export type SyncState =
  | { type: 'saved' }
  | { type: 'made' }
  | { type: 'waiting' }
  | { type: 'held'; reason: string; found?: unknown };

const saved: SyncState = { type: 'saved' };
const made: SyncState = { type: 'made' };
const waiting: SyncState = { type: 'waiting' };
const heldStates = new WeakMap<object, SyncState>();

/** The state of an item from its unsent operations; a held one outweighs what waits behind it. Keeps its identity. */
export function syncOf(
  operations: readonly Pick<Operation, 'status' | 'reason' | 'found'>[] = [],
): SyncState {
  const held = operations.find(({ status }) => status === 'held');
  if (!held) {
    if (operations.length === 0) return saved;
    return operations.at(-1)!.status === 'made' ? made : waiting;
  }
  const known = heldStates.get(held) ?? { type: 'held', reason: held.reason ?? '', found: held.found };
  heldStates.set(held, known);
  return known;
}
