import { ProtocolError, type Json } from '../types';
import type { Account } from './accounts';
import { acceptable, emailOf, textOf, type AuthRequest } from './fields';
import { revoked } from './revocations';
import type { AuthState } from './state';
import { createSecret, hashOf } from './tokens';

/** A printed link is good for an hour. */
const linkLifetime = 60 * 60 * 1000;

/**
 * `accounts:sendOobCode`: there is no mail server, so the wish is noted and the operator prints the link
 * (`npm run users -- reset EMAIL`). Whether the address exists shows neither in the answer nor in its time.
 */
export async function sendOobCode(state: AuthState, request: AuthRequest): Promise<Json> {
  const type = textOf(request, 'requestType');
  if (type === undefined) throw new ProtocolError('MISSING_REQ_TYPE');
  if (type !== 'PASSWORD_RESET') throw new ProtocolError('OPERATION_NOT_ALLOWED');
  const email = emailOf(request);
  await state.throttle.reset(email, request.address);
  const account = state.accounts.byEmail(email);
  if (!account && !state.policy.enumerationProtection) throw new ProtocolError('EMAIL_NOT_FOUND');
  if (account)
    await state.accounts.change(account.uid, current => ({ ...current, reset: asked(state, current) }));
  else await state.accounts.changeNothing();
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
}

/** A link that was printed already stays good when somebody asks again. */
function asked(state: AuthState, { reset }: Account): Account['reset'] {
  return { ...reset, requestedAt: state.clock() };
}

/** Makes the code of a reset link, for the operator's eyes; only its hash is kept. */
export async function createResetCode(state: AuthState, uid: string): Promise<string> {
  const code = createSecret(state.random);
  await state.accounts.change(uid, current => {
    const now = state.clock();
    const requestedAt = current.reset?.requestedAt ?? now;
    return { ...current, reset: { requestedAt, hash: hashOf(code), expiresAt: now + linkLifetime } };
  });
  return code;
}

/** `accounts:resetPassword`: with a code alone says whose it is; with `newPassword` sets it and ends all sessions. */
export async function resetPassword(state: AuthState, request: AuthRequest): Promise<Json> {
  const code = textOf(request, 'oobCode');
  if (!code) throw new ProtocolError('MISSING_OOB_CODE');
  const hash = hashOf(code);
  const account = state.accounts.byReset(hash);
  if (!account) throw new ProtocolError('INVALID_OOB_CODE');
  if (state.clock() >= (account.reset?.expiresAt ?? 0)) throw new ProtocolError('EXPIRED_OOB_CODE');
  if (account.disabled) throw new ProtocolError('USER_DISABLED');
  const newPassword = textOf(request, 'newPassword');
  if (newPassword !== undefined) {
    const password = acceptable(newPassword);
    await state.throttle.newPassword(hash, request.address);
    await setPassword(state, account, hash, await state.passwords.hash(password, request.address));
  }
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    email: account.email,
    requestType: 'PASSWORD_RESET',
  };
}

async function setPassword(
  state: AuthState,
  { uid, email }: Account,
  hash: string,
  passwordHash: string,
): Promise<void> {
  await state.accounts.change(uid, current => {
    if (current.reset?.hash !== hash) throw new ProtocolError('INVALID_OOB_CODE');
    const now = state.clock();
    return { ...revoked(current, now), passwordHash, passwordUpdatedAt: now, reset: undefined };
  });
  state.revocations.announce(uid);
  await state.throttle.forgive(email);
}
