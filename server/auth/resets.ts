import { ProtocolError, type Json } from '../lib/types';
import type { Account } from './accounts/accountRecord';
import { codeIn, findCode, LINK_LIFETIME_MS, withDue } from './accounts/codes';
import { acceptable, emailOf, idTokenOf, textOf, type AuthRequest } from './fields';
import { identify, requireRecentSignIn, requireUnrevoked } from './identity';
import { revoked } from './sessions/revocations';
import type { AuthState } from './state';
import { createSecret, hashOf } from '../lib/secrets';

const SENT = 'identitytoolkit#GetOobConfirmationCodeResponse';

/** `accounts:sendOobCode`: records that a user should get a link, which the outbox mails. */
export async function sendOobCode(state: AuthState, request: AuthRequest): Promise<Json> {
  const type = textOf(request, 'requestType');
  if (type === undefined) throw new ProtocolError('MISSING_REQ_TYPE');
  if (type === 'PASSWORD_RESET') return requestReset(state, request);
  if (type === 'VERIFY_AND_CHANGE_EMAIL' && state.outbox) return requestNewEmail(state, request);
  throw new ProtocolError('OPERATION_NOT_ALLOWED');
}

/**
 * Without a mail server the request is recorded for the operator, who prints the link (`npm run users -- reset
 * EMAIL`). Neither the answer nor its duration reveals whether the address has an account.
 */
async function requestReset(state: AuthState, request: AuthRequest): Promise<Json> {
  const email = emailOf(request);
  await state.throttle.reset(email, request.address);
  const account = state.accounts.byEmail(email);
  if (!account && !state.policy.enumerationProtection) throw new ProtocolError('EMAIL_NOT_FOUND');
  if (account) {
    await state.accounts.change(account.uid, current => asked(state, current));
    state.outbox?.wake(account.uid, request.address);
  } else await state.accounts.changeNothing();
  return { kind: SENT, email };
}

/** A new request does not invalidate a link that was already printed. */
function asked(state: AuthState, account: Account): Account {
  const at = state.clock();
  const noted = { ...account, reset: { ...account.reset, requestedAt: at } };
  return state.outbox ? withDue(noted, { for: 'resetPassword', email: account.email, at }) : noted;
}

/** A mail to the new address confirms it. Only that mail tells whether another account has the address. */
async function requestNewEmail(state: AuthState, request: AuthRequest): Promise<Json> {
  const { account, claims } = await identify(state, idTokenOf(request));
  requireRecentSignIn(state, claims);
  const email = emailOf(request, 'newEmail');
  await state.throttle.newAddress(account.uid, email, request.address);
  await state.accounts.change(account.uid, current => {
    requireUnrevoked(current, claims);
    return withDue(current, { for: 'verifyAndChangeEmail', email, at: state.clock() });
  });
  state.outbox?.wake(account.uid, request.address);
  return { kind: SENT, email: account.email };
}

/** Creates the code of a reset link for the operator; only its hash is stored. */
export async function createResetCode(state: AuthState, uid: string): Promise<string> {
  const code = createSecret(state.random);
  await state.accounts.change(uid, current => {
    const now = state.clock();
    const requestedAt = current.reset?.requestedAt ?? now;
    return { ...current, reset: { requestedAt, hash: hashOf(code), expiresAt: now + LINK_LIFETIME_MS } };
  });
  return code;
}

const REQUEST_TYPES = { resetPassword: 'PASSWORD_RESET', verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL' };

/** `accounts:resetPassword`: with only a code returns its purpose; with `newPassword` sets the password and ends all sessions. */
export async function resetPassword(state: AuthState, request: AuthRequest): Promise<Json> {
  const hash = hashOf(codeOf(request));
  const { account, code } = findCode(state, hash);
  const newPassword = textOf(request, 'newPassword');
  if (newPassword !== undefined) {
    if (code.for !== 'resetPassword') throw new ProtocolError('INVALID_OOB_CODE');
    const password = acceptable(newPassword);
    await state.throttle.newPassword(hash, request.address);
    await setPassword(state, account, hash, await state.passwords.hash(password, request.address));
  }
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    email: account.email,
    requestType: REQUEST_TYPES[code.for],
    ...(code.for === 'verifyAndChangeEmail' && { newEmail: code.email }),
  };
}

function codeOf(request: AuthRequest): string {
  const code = textOf(request, 'oobCode');
  if (!code) throw new ProtocolError('MISSING_OOB_CODE');
  return code;
}

/** A link works once, and invalidates all earlier ones. */
const withoutLinks = { reset: undefined, codes: undefined, due: undefined };

async function setPassword(
  state: AuthState,
  { uid, email }: Account,
  hash: string,
  passwordHash: string,
): Promise<void> {
  await state.accounts.change(uid, current => {
    if (!codeIn(current, hash)) throw new ProtocolError('INVALID_OOB_CODE');
    const now = state.clock();
    return { ...revoked(current, now), passwordHash, passwordUpdatedAt: now, ...withoutLinks };
  });
  state.revocations.announce(uid);
  await state.throttle.forgive(email);
}

/**
 * `accounts:update` with a mailed code: confirms the new address. All devices must sign in again; the old address is
 * notified.
 */
export async function confirmNewEmail(state: AuthState, request: AuthRequest): Promise<Account> {
  const hash = hashOf(codeOf(request));
  const { account, code } = findCode(state, hash);
  if (code.for !== 'verifyAndChangeEmail') throw new ProtocolError('INVALID_OOB_CODE');
  const changed = await state.accounts.change(account.uid, current => {
    if (!codeIn(current, hash)) throw new ProtocolError('INVALID_OOB_CODE');
    const now = state.clock();
    const moved = { ...revoked(current, now), ...withoutLinks, email: code.email, emailVerified: true };
    return withDue(moved, { for: 'addressChanged', email: current.email, at: now });
  });
  state.revocations.announce(account.uid);
  state.outbox?.wake(account.uid, request.address);
  return changed;
}
