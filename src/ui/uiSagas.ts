import {
  call,
  channelOf,
  delay,
  put,
  race,
  takeFrom,
  takeLatest,
  type Saga,
  takeEvery,
} from '../lib/effects';
import { dayOf, untilMidnight } from '../lib/days/days';
import type { Clock, Connection, Updates } from '../services/device';
import {
  connectionChanged,
  dayChanged,
  pointingOutEnded,
  rowPointedOut,
  updateChosen,
  updateFound,
} from './uiSlice';

/** Milliseconds for which a row is highlighted, counted from the last one. */
export const POINTED_OUT_MS = 3000;

/** Ends the highlight of a row, so that a list opened later does not show it. */
export function* endPointingOut(): Saga {
  yield* takeLatest(rowPointedOut, function* (): Saga {
    yield* delay(POINTED_OUT_MS);
    yield* put(pointingOutEnded());
  });
}

/** Keeps `today` at the local day: updates it at midnight, and checks it whenever the page wakes. */
export function* followDay({ clock }: { clock: Clock }): Saga {
  const wakes = channelOf<'woke'>(emit => clock.onWake(() => emit('woke')));
  let today = '';
  try {
    for (;;) {
      const now = clock.now();
      if (dayOf(now) !== today) {
        today = dayOf(now);
        yield* put(dayChanged(today));
      }
      // At most an hour, because a change of the time zone moves midnight.
      yield* race({ midnight: delay(Math.min(untilMidnight(now), 3_600_000)), woke: takeFrom(wakes) });
    }
  } finally {
    wakes.close();
  }
}

/** Keeps `isOnline` up to date with the browser. */
export function* followConnection({ connection }: { connection: Connection }): Saga {
  const changes = channelOf<{ isOnline: boolean }>(emit => connection.follow(isOnline => emit({ isOnline })));
  try {
    yield* put(connectionChanged({ isOnline: yield* call(connection.isOnline) }));
    for (;;) yield* put(connectionChanged(yield* takeFrom(changes)));
  } finally {
    changes.close();
  }
}

/** Announces a newer version of the app, and reloads when the user requests it, in any tab. */
export function* followUpdates({ updates }: { updates: Updates }): Saga {
  const found = channelOf<'found'>(emit => updates.follow(() => emit('found')));
  yield* takeEvery(updateChosen, function* (): Saga {
    yield* call(updates.apply);
  });
  yield* call(updates.start);
  yield* takeFrom(found);
  yield* put(updateFound());
}
