/** The slice and saga that follow the settings live. */
export { settingsSyncSlice as slice } from '../../settings/settingsSyncSlice';
export { settingsSaga as saga } from '../../settings/settingsSagas';
