export { QuickAdd } from '../../quickAdd/QuickAdd';
export { quickAddSaga as saga } from '../../quickAdd/quickAddSagas';
