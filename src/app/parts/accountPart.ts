/** The account: screens, slice and saga. */
export { AccountPage } from '../../account/AccountPage';
export { ForgottenForm } from '../../account/ForgottenForm';
export { SessionBar } from '../../account/SessionBar';
export { accountSlice as slice } from '../../account/accountSlice';
export { accountSaga as saga } from '../../account/accountSagas';
