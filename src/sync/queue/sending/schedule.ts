import { bucketsBy, type Buckets } from '../../../lib/days/buckets';

/**
 * An item with operations to send: waiting for a worker, or being sent. `sendingAgain` means that it must be checked
 * once more afterwards.
 */
type ScheduledItem = {
  itemKey: string;
  phase: 'ready' | 'sending' | 'sendingAgain';
  /** The step of its next operation, if it can be sent together with other items. */
  step?: string;
};

/** The order of sending, as JSON. An item that waits for the end of a pause is either in `failed` or in `skipped`. */
export type Schedule = {
  items: Buckets<ScheduledItem>;
  /** Items that failed: they wait for the end of the pause. */
  failed: readonly string[];
  /** Items that were not tried because of the pause: they continue as soon as another item succeeds. */
  skipped: readonly string[];
  /** Also false during a pause after a new change, which is tried at once. */
  isPaused: boolean;
  /** The end of the pause (ISO instant); null when there is none. */
  pausedUntil: string | null;
  /** The number of consecutive pauses since the last success. */
  failures: number;
};

export type ScheduleEvent =
  /** The item has an operation to send. `isNew`: the user has just made it. */
  | { type: 'woken'; itemKey: string; step?: string; isNew?: true }
  /** A worker turns to the item. During a pause it is skipped. */
  | { type: 'taken'; itemKey: string }
  /** The item has no pending operation left. */
  | { type: 'sent'; itemKey: string }
  /** Sending failed temporarily. `until` is the end of the pause, unless there is one already. */
  | { type: 'failed'; itemKeys: readonly string[]; until: string }
  /** The server has answered. */
  | { type: 'reached' }
  /** The pause is over, or ended early because the network or the page came back. */
  | { type: 'pauseEnded' };

/** The next schedule, and the items for workers, in order. */
type Scheduled = { state: Schedule; ready: readonly string[] };

const items = bucketsBy<ScheduledItem, string>(({ itemKey }) => itemKey);

export const emptySchedule: Schedule = {
  items: items.empty,
  failed: [],
  skipped: [],
  isPaused: false,
  pausedUntil: null,
  failures: 0,
};

export const scheduledItem = ({ items: scheduled }: Schedule, itemKey: string) =>
  items.get(scheduled, itemKey);

function wake(state: Schedule, { itemKey, step }: Pick<ScheduledItem, 'itemKey' | 'step'>): Scheduled {
  const known = items.get(state.items, itemKey);
  if (known && known.phase !== 'sending') return { state, ready: [] };
  const item: ScheduledItem = {
    itemKey,
    phase: known ? 'sendingAgain' : 'ready',
    ...(step !== undefined && { step }),
  };
  return { state: { ...state, items: items.put(state.items, item) }, ready: known ? [] : [itemKey] };
}

function wakeAll(state: Schedule, itemKeys: readonly string[]): Scheduled {
  const ready: string[] = [];
  for (const itemKey of itemKeys) {
    const woken = wake(state, { itemKey });
    state = woken.state;
    ready.push(...woken.ready);
  }
  return { state, ready };
}

/** The schedule after an event, and the items for workers; a pure function. */
export function schedule(state: Schedule, event: ScheduleEvent): Scheduled {
  switch (event.type) {
    case 'woken':
      return wake(event.isNew ? { ...state, isPaused: false } : state, event);
    case 'taken': {
      const { itemKey } = event;
      const others = (waiting: readonly string[]) => waiting.filter(waitingKey => waitingKey !== itemKey);
      const skipped = others(state.skipped);
      const after: Schedule = state.isPaused
        ? { ...state, items: items.remove(state.items, itemKey), skipped: [...skipped, itemKey] }
        : {
            ...state,
            items: items.put(state.items, { itemKey, phase: 'sending' }),
            failed: others(state.failed),
            skipped,
          };
      return { state: after, ready: [] };
    }
    case 'sent': {
      const known = items.get(state.items, event.itemKey);
      const after = { ...state, items: items.remove(state.items, event.itemKey) };
      return known?.phase === 'sendingAgain' ? wake(after, known) : { state: after, ready: [] };
    }
    case 'failed': {
      const { itemKeys, until } = event;
      const after: Schedule = {
        ...state,
        items: itemKeys.reduce(items.remove, state.items),
        failed: [...state.failed, ...itemKeys],
        isPaused: true,
        ...(state.pausedUntil === null && { pausedUntil: until, failures: state.failures + 1 }),
      };
      return { state: after, ready: [] };
    }
    case 'reached':
      return wakeAll({ ...state, failures: 0, isPaused: false, skipped: [] }, state.skipped);
    case 'pauseEnded':
      return wakeAll({ ...state, isPaused: false, pausedUntil: null, failed: [], skipped: [] }, [
        ...state.failed,
        ...state.skipped,
      ]);
  }
}
