import { accountSlice } from '../account/accountSlice';
import { rootReducer } from './rootReducer';

// All of the account comes with the first of its screens: the slice too, which is no part of the state before.
rootReducer.inject(accountSlice);

export { AccountPage } from '../account/AccountPage';
export { ForgottenForm } from '../account/ForgottenForm';
export { SessionBar } from '../account/SessionBar';
export { answer } from '../account/accountSagas';
