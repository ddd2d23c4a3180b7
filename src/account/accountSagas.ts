import type { UnknownAction } from '@reduxjs/toolkit';
import { selectUser, signedOut } from '../auth/authSlice';
import { call, put, race, select, take, type Saga } from '../lib/effects';
import { wordsFor } from './accountFailures';
import {
  accountDeleteRequested,
  emailChangeRequested,
  passwordChangeRequested,
  passwordResetFailed,
  passwordResetNoted,
  passwordResetRequested,
  sessionExtendRequested,
  signOutEverywhereRequested,
} from './accountSlice';
import { changeEmail, changePassword, extendSession, signOutEverywhere } from './changeSagas';
import { deleteAccount, type DeletionServices } from './deletionSagas';

export type AccountServices = DeletionServices;

/** Answers one wish; the end of the session ends it, so that nothing lands in the next one. */
export function* answer(services: AccountServices, wish: UnknownAction): Saga {
  yield* race({ answered: answerWish(services, wish), over: take(signedOut) });
}

function* answerWish(services: AccountServices, wish: UnknownAction): Saga {
  if (passwordResetRequested.match(wish)) return yield* call(requestReset, services, wish);
  const user = yield* select(selectUser);
  if (!user) return;
  if (passwordChangeRequested.match(wish)) yield* call(changePassword, services, user, wish);
  if (emailChangeRequested.match(wish)) yield* call(changeEmail, services, user, wish);
  if (signOutEverywhereRequested.match(wish)) yield* call(signOutEverywhere, services, user, wish);
  if (accountDeleteRequested.match(wish)) yield* call(deleteAccount, services, user, wish);
  if (sessionExtendRequested.match(wish)) yield* call(extendSession, services, user, wish);
}

/** Says the same whether or not somebody has this address: only what concerns everybody is told as a failure. */
export function* requestReset(
  { auth }: Pick<AccountServices, 'auth'>,
  { payload: { email } }: ReturnType<typeof passwordResetRequested>,
): Saga {
  try {
    yield* put(passwordResetNoted({ email, by: yield* call(auth.requestReset, email) }));
  } catch (failure) {
    yield* put(passwordResetFailed(wordsFor(failure)));
  }
}
