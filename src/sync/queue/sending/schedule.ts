import { bucketsBy, type Buckets } from '../../../lib/days/buckets';

/** An item with something to send: a worker will take it, or sends it. `sendingAgain` is looked at once more after that. */
type ScheduledItem = {
  itemKey: string;
  phase: 'ready' | 'sending' | 'sendingAgain';
  /** The step of its next operation, if that is sent together with those of other items. */
  step?: string;
};

/** The order of sending, as JSON. An item that waits for the end of a pause is in `failed` or in `skipped` alone. */
export type Schedule = {
  items: Buckets<ScheduledItem>;
  /** Items whose sending failed: they wait for the end of the pause. */
  failed: readonly string[];
  /** Items that were not tried because of the pause: they go on as soon as another item gets through. */
  skipped: readonly string[];
  /** False during a pause, too, from a new change on: that is tried at once. */
  isPaused: boolean;
  /** Until when the pause lasts (ISO instant); null when there is none. */
  pausedUntil: string | null;
  /** How many pauses there were since something got through. */
  failures: number;
};

export type ScheduleEvent =
  /** The item has something to send. `isNew`: the person has changed it now. */
  | { type: 'woken'; itemKey: string; step?: string; isNew?: true }
  /** A worker turns to it. It is skipped during a pause. */
  | { type: 'taken'; itemKey: string }
  /** Nothing of it is pending any more. */
  | { type: 'sent'; itemKey: string }
  /** Sending failed in a way that may pass. `until` counts where no pause has begun yet. */
  | { type: 'failed'; itemKeys: readonly string[]; until: string }
  /** The server has answered. */
  | { type: 'reached' }
  /** Its time is over, or the network or the page came back. */
  | { type: 'pauseEnded' };

/** The next schedule, and the items that workers are to take, in order. */
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

/** The schedule after an event; a pure function. */
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
