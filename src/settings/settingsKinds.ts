import type { Kind, SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { withChanges, type SetSettings, type Settings } from './settings';
import { databasePaths } from '../services/databasePaths';
import type { Saga } from '../lib/effects';
import { areSameStored } from '../sync/records/sidecars';
import { applyOnce } from '../sync/records/senders/writeOnce';

/** Writes settings once, each under its own path. */
function* sendSettings(
  services: SendServices,
  { id, userId, payload }: Operation<string, SetSettings>,
): Saga<Outcome> {
  const paths = Object.fromEntries(
    Object.entries(payload.changes).map(([name, value]) => [databasePaths.setting(name), value]),
  );
  yield* applyOnce(services, { userId, id }, paths);
  return { type: 'confirmed' };
}

/**
 * Changes settings. Each is stored under its own path, so that simultaneous changes of different settings are both
 * kept; for the same setting the last write wins.
 */
const set: Kind<Settings, SetSettings> = {
  apply: (settings, { payload }) => withChanges(settings ?? {}, payload.changes),
  invert: ({ payload: { changes, before }, ...change }) => [
    { ...change, payload: { changes: before, before: changes } },
  ],
  rebase(change, settings = {}) {
    const { changes, before } = change.payload;
    const isOurs = (name: string) =>
      areSameStored(settings[name as never] ?? null, before[name as never] ?? null);
    const left = Object.fromEntries(Object.entries(changes).filter(([name]) => isOurs(name)));
    const stays = Object.keys(left).length < Object.keys(changes).length;
    return {
      change: stays && !Object.keys(left).length ? null : { ...change, payload: { changes: left, before } },
      stays,
    };
  },
  coalesce(blocked, next) {
    const { changes, before } = blocked.payload as SetSettings;
    return {
      ...next,
      payload: {
        changes: { ...changes, ...next.payload.changes },
        before: { ...next.payload.before, ...before },
      },
    };
  },
  send: sendSettings,
  describe: () => 'Changed your settings',
  isAnnounced: false,
  trash: null,
  label: 'Settings changed',
};

export const settingsKinds = { 'settings/set': set, 'settings/guide': set };

export type SettingsOperation = Operation<keyof typeof settingsKinds, SetSettings>;

/** Whether an operation changes settings. */
export const isSettingsOperation = (operation: Operation): operation is SettingsOperation =>
  Object.hasOwn(settingsKinds, operation.kind);
