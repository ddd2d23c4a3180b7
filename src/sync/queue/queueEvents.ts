import type { Confirmation, Operation } from '../operations';

/** An event of an operation. `appending` is for this page only, before the operation is on the disk. */
export type OperationEvent =
  | {
      type: 'appending' | 'kept' | 'updated' | 'coalesced' | 'blocked' | 'retried' | 'discarded';
      operation: Operation;
    }
  | { type: 'confirmed'; operation: Operation; confirmation?: Confirmation };

export type QueueEvent =
  | OperationEvent
  /** The device's database has failed: operations are in memory from now on. */
  | { type: 'moved' };

/** A channel to the other tabs (a BroadcastChannel, or a test's own). */
export type Tabs = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** Emits the queue's events to the listeners of this page and to other tabs, and receives those of other tabs. */
export function openQueueEvents(tabs?: Tabs) {
  const listeners = new Set<(event: QueueEvent) => void>();
  /** Ids of operations that this page saw being stored. Others may have been sent by an earlier page. */
  const kept = new Set<string>();
  /** How finished operations ended: another tab may send one too, or report an earlier state late. */
  const ends = new Map<string, 'confirmed' | 'discarded'>();
  const tell = (event: QueueEvent) => {
    if (event.type === 'kept') kept.add(event.operation.id);
    if (event.type === 'confirmed' || event.type === 'discarded') {
      const { id } = event.operation;
      kept.delete(id);
      if (ends.get(id) !== 'confirmed') ends.set(id, event.type);
    }
    listeners.forEach(listener => listener(event));
  };
  const tellOtherTabs = (event: OperationEvent) => tabs?.postMessage(event);
  const hear = (event: QueueEvent) => {
    const end = 'operation' in event && ends.get(event.operation.id);
    // Known from the store: another page had stored it for this one.
    if (event.type === 'kept' && kept.has(event.operation.id)) return;
    // A newer version of the record may have arrived since this tab received its own answer.
    if (end === 'confirmed' && event.type === 'confirmed') return;
    tell(event);
    // This tab may send and finish, or replace, an operation of another tab before it receives the event of its
    // storing.
    if (end && event.type !== 'confirmed' && event.type !== 'discarded')
      tell({ type: end, operation: event.operation });
  };
  tabs?.addEventListener('message', message => hear((message as MessageEvent<QueueEvent>).data));

  return {
    tell,
    tellOtherTabs,
    tellAll(event: OperationEvent) {
      tell(event);
      tellOtherTabs(event);
    },
    isKept: (id: string) => kept.has(id),
    endOf: (id: string) => ends.get(id),
    follow(listener: (event: QueueEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type QueueEvents = ReturnType<typeof openQueueEvents>;
