import '../support/app/noComplaints';
import { createStore } from '../../src/app/store';
import {
  failureClosed,
  loginRequested,
  registerRequested,
  selectFailure,
  selectNeedsSignIn,
  selectPhase,
  signedIn,
  signedOut,
  signInFailed,
  signInNeeded,
} from '../../src/auth/authSlice';

const anna = { id: 'anna', email: 'anna@example.org', expiryDate: '2026-03-12T12:00:00.000Z' };
const credentials = { email: anna.email, password: 'open sesame' };

function open() {
  const { store } = createStore();
  return {
    dispatch: store.dispatch,
    state: store.getState,
    phase: () => selectPhase(store.getState()),
    failure: () => selectFailure(store.getState()),
  };
}

test('A failure stays with its form until it is closed or tried again', () => {
  const { dispatch, phase, failure } = open();
  dispatch(registerRequested(credentials));
  dispatch(signInFailed({ form: 'register', message: 'Taken' }));
  expect([phase(), failure()]).toEqual(['signedOut', { form: 'register', message: 'Taken' }]);
  dispatch(failureClosed());
  expect(failure()).toBeNull();
  dispatch(signInFailed({ form: 'login', message: 'Wrong' }));
  dispatch(loginRequested(credentials));
  expect(failure()).toBeNull();
});

test('A session that the provider lost needs a new sign-in, and says so until then', () => {
  const { dispatch, state } = open();
  dispatch(signedIn(anna));
  dispatch(signInNeeded());
  expect(selectNeedsSignIn(state())).toBe(true);
  expect(selectPhase(state())).toBe('signedIn');
  dispatch(signedIn(anna));
  expect(selectNeedsSignIn(state())).toBe(false);
});

test('Sign-out leaves nothing of the user', () => {
  const { dispatch, state } = open();
  dispatch(signedIn(anna));
  dispatch(signInNeeded());
  dispatch(signedOut());
  expect(state().auth).toEqual(createStore().store.getState().auth);
});

test('No password is in the state or in what is recorded', () => {
  const { dispatch, state } = open();
  dispatch(loginRequested(credentials));
  expect(JSON.stringify(state())).not.toContain(credentials.password);
  expect(JSON.stringify(loginRequested(credentials).payload)).not.toContain(credentials.password);
});
