import type { Kind } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { withChanges, type SetSettings, type Settings } from './settings';
import { sendSettings } from './settingsSending';

/**
 * Changes settings. Each is stored under its own path, so that simultaneous changes of different settings are both
 * kept; for the same setting the last write wins.
 */
const set: Kind<Settings, SetSettings> = {
  apply: (settings, { payload }) => withChanges(settings ?? {}, payload.changes),
  invert: ({ payload: { changes, before }, ...change }) => [
    { ...change, payload: { changes: before, before: changes } },
  ],
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
