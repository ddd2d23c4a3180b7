import type { Confirmation, Operation } from '../operations';
import type { StorageState } from './store/operationStore';

/** An event of an operation. `appending` is told to this page alone, before the disk has the operation. */
export type OperationEvent =
  | {
      type: 'appending' | 'kept' | 'updated' | 'coalesced' | 'blocked' | 'retried' | 'discarded';
      operation: Operation;
    }
  | { type: 'confirmed'; operation: Operation; confirmation?: Confirmation };

export type QueueEvent =
  | OperationEvent
  /** Operations are kept elsewhere from now on, or where they belong again (`device`). */
  | { type: 'moved'; storage: StorageState }
  /** Another page of the browser handed operations of this user over: it ended, or goes on and keeps them itself. */
  | { type: 'handedOver'; userId: string };

/** A channel to the other tabs (a BroadcastChannel, or a test's own). */
export type Tabs = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** Tells the queue's events to the listeners of this page and to the other tabs, and hears those of these. */
export function openQueueEvents(tabs?: Tabs) {
  const listeners = new Set<(event: QueueEvent) => void>();
  /** Ids of operations that this page has seen kept: one that it did not see may have been sent by an earlier page. */
  const kept = new Set<string>();
  /** How operations ended that this page knows to be over: another tab may send one too, or tell late what it was before. */
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
    // This page knows it from the store: it had been taken over from here.
    if (event.type === 'kept' && kept.has(event.operation.id)) return;
    // A newer version of the record may have arrived since this tab had its own answer.
    if (end === 'confirmed' && event.type === 'confirmed') return;
    tell(event);
    // This tab can send what another one kept, and be answered, before it hears of that; or put another in its place.
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
