/** Export and import: page, slice and saga. */
export { default as DataPage } from '../../transfer/page/DataPage';
export { transferSlice as slice } from '../../transfer/transferSlice';
export { transferSaga as saga } from '../../transfer/transferSagas';
