import type { Change, Operation } from '../sync/operations';
import type { SetSettings, SettingChanges, Settings } from './settings';

/** A change of settings, in the form that the queue accepts; `now` are the current settings. */
export const settingsChange = (now: Settings, changes: SettingChanges): Change<string, SetSettings> => {
  const before = Object.fromEntries(
    Object.keys(changes).map(name => [name, now[name as keyof Settings] ?? null]),
  );
  return { itemKey: 'settings', kind: 'settings/set', payload: { changes, before } };
};

/** The guide's progress, which does not count as a change by the user. */
export const guideChange = (
  now: Settings,
  guide: Settings['guide'],
): Change & Pick<Operation, 'isUncounted'> => ({
  ...settingsChange(now, { guide }),
  kind: 'settings/guide',
  isUncounted: true,
});
