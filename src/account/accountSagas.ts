import { isAnyOf } from '@reduxjs/toolkit';
import { selectUser, signedOut } from '../auth/authSlice';
import { call, put, race, select, take, takeEvery, type Saga } from '../lib/effects';
import type { ActionOf } from '../lib/patterns';
import { wordsFor } from './accountFailures';
import {
  accountDeleteRequested,
  changeFailed,
  emailChangeRequested,
  passwordChangeRequested,
  passwordResetNoted,
  passwordResetRequested,
  sessionExtendRequested,
  signOutEverywhereRequested,
} from './accountSlice';
import { changeEmail, changePassword, extendSession, signOutEverywhere } from './changeSagas';
import { deleteAccount, type DeletionServices } from './deletionSagas';

export type AccountServices = DeletionServices;

const isRequest = isAnyOf(
  accountDeleteRequested,
  emailChangeRequested,
  passwordChangeRequested,
  passwordResetRequested,
  sessionExtendRequested,
  signOutEverywhereRequested,
);
type Request = ActionOf<typeof isRequest>;

/** Handles the requests of the account's screens. It also runs while signed out, for a forgotten password. */
export function* accountSaga(services: AccountServices): Saga {
  yield* takeEvery(isRequest, answerUnlessOver, services);
}

/** The end of the session cancels the request, so that its answer never reaches the next session. */
function* answerUnlessOver(services: AccountServices, request: Request): Saga {
  try {
    yield* race({ answered: answer(services, request), over: take(signedOut) });
  } catch (failure) {
    yield* put(changeFailed(wordsFor(failure)));
  }
}

function* answer(services: AccountServices, request: Request): Saga {
  if (passwordResetRequested.match(request)) return yield* call(requestReset, services, request);
  const user = yield* select(selectUser);
  if (!user) return;
  if (passwordChangeRequested.match(request)) yield* call(changePassword, services, user, request);
  if (emailChangeRequested.match(request)) yield* call(changeEmail, services, user, request);
  if (signOutEverywhereRequested.match(request)) yield* call(signOutEverywhere, services, user, request);
  if (accountDeleteRequested.match(request)) yield* call(deleteAccount, services, user, request);
  if (sessionExtendRequested.match(request)) yield* call(extendSession, services, user, request);
}

/** Gives the same answer whether or not an account has this address. Only failures that do not reveal it are shown. */
export function* requestReset(
  { auth }: Pick<AccountServices, 'auth'>,
  { payload: { email } }: ReturnType<typeof passwordResetRequested>,
): Saga {
  yield* put(passwordResetNoted({ email, by: yield* call(auth.requestReset, email) }));
}
