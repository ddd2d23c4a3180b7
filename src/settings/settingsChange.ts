import type { Change, Operation } from '../sync/operations';
import type { SettingChanges, Settings } from './settings';
import type { SetSettings } from './settingsKinds';

/** Whether an operation changes settings. */
export const isSettingsOperation = (
  operation: Operation,
): operation is Operation<'settings/set', SetSettings> => operation.kind === 'settings/set';

/** A change of settings, as the queue takes it; `now` are the settings that the person sees. */
export const settingsChange = (now: Settings, changes: SettingChanges): Change => {
  const before = Object.fromEntries(
    Object.keys(changes).map(name => [name, now[name as keyof Settings] ?? null]),
  );
  return { itemKey: 'settings', kind: 'settings/set', payload: { changes, before } satisfies SetSettings };
};
