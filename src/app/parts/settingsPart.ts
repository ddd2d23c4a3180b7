/** The settings: their page, with the slice and saga that follow them live. */
export { default as SettingsPage } from '../../settings/SettingsPage';
export { settingsSyncSlice as slice } from '../../settings/settingsSyncSlice';
export { settingsSaga as saga } from '../../settings/settingsSagas';
