import { nanoid } from '@reduxjs/toolkit';
import { call, put, takeLatest, type Saga } from '../lib/effects';
import { databasePaths } from '../services/databasePaths';
import { failureOf, ServiceFailure } from '../services/failure';
import type { RemindedDevice } from '../services/reminders';
import type { ReminderServices } from './remindersSagas';
import { namesRequested, pushChanged, pushRequested } from './remindersSlice';

const UNANSWERED = 'The push service of this browser does not answer. Try again later.';

/**
 * Subscribes, and writes where this device is reached if that changed. Null where it cannot be reached, and says why.
 * Throws a `ServiceFailure`.
 */
function* subscribe(
  { reminders, database, clock }: ReminderServices,
  userId: string,
  known: RemindedDevice | null,
  hasNames: boolean,
): Saga<RemindedDevice | null> {
  const why = reminders.obstacle();
  const key = why === null ? yield* call(reminders.pushKey) : null;
  if (why !== null || key === null) {
    yield* put(pushChanged({ phase: 'unable', why: why ?? 'unserved' }));
    return null;
  }
  const address = yield* call(() =>
    reminders.subscribe(key).catch(() => Promise.reject(new ServiceFailure('network', 'push', UNANSWERED))),
  );
  const { endpoint } = address;
  const device = { id: known?.id ?? nanoid(), endpoint, zone: reminders.zone(), hasNames };
  const isSame = known?.endpoint === endpoint && known.zone === device.zone && known.hasNames === hasNames;
  if (!isSame) {
    const stored = { ...address, zone: device.zone, at: new Date(clock.now()).toISOString() };
    const path = databasePaths.device(device.id);
    yield* call(database.update, userId, { [path]: { ...stored, ...(hasNames && { names: true }) } });
    yield* call(reminders.keepDevice, device);
  }
  yield* put(pushChanged({ phase: 'on', hasNames }));
  return device;
}

/** Ends the subscription. Without a network the server learns of it from the push service. */
function* unsubscribe(
  { reminders, database }: ReminderServices,
  userId: string,
  known: RemindedDevice | null,
): Saga {
  yield* call(reminders.unsubscribe);
  yield* call(reminders.keepDevice, null);
  yield* put(pushChanged({ phase: 'off' }));
  if (known) yield* call(database.update, userId, { [databasePaths.device(known.id)]: null });
}

/** Switches push on this device on and off. At the start it renews what changed: the server's key, the address, the zone. */
export function* followPush(services: ReminderServices, userId: string, stored: RemindedDevice | null): Saga {
  const { reminders } = services;
  let device = stored;
  function* set(isOn: boolean, hasNames: boolean): Saga {
    const before = device;
    try {
      if (!isOn) device = null;
      if (isOn) device = (yield* call(subscribe, services, userId, device, hasNames)) ?? device;
      else yield* call(unsubscribe, services, userId, before);
    } catch (failure) {
      const { message } = failureOf(failure);
      // A device that was reached before still is.
      const isStill = isOn && before !== null && before.hasNames === hasNames;
      if (isOn) yield* put(pushChanged(isStill ? { phase: 'on', hasNames } : { phase: 'failed', message }));
    }
  }
  if (device) yield* call(set, true, device.hasNames);
  else yield* call(sayWhether, reminders);
  yield* takeLatest([pushRequested, namesRequested], function* change({ type, payload }): Saga {
    if (type === namesRequested.type) return yield* call(set, true, payload);
    if (!payload) return yield* call(set, false, false);
    yield* put(pushChanged({ phase: 'asking' }));
    yield* call(reminders.ask);
    if (reminders.mayNotify()) yield* call(set, true, device?.hasNames ?? false);
    else yield* call(sayWhether, reminders);
  });
}

/** Push is off: says so, or why it cannot be on. */
function* sayWhether({ obstacle }: ReminderServices['reminders']): Saga {
  const why = obstacle();
  yield* put(pushChanged(why ? { phase: 'unable', why } : { phase: 'off' }));
}
