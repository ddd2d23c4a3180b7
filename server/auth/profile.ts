import { ProtocolError, type Json } from '../lib/types';
import type { Account } from './accounts/accountRecord';
import { acceptable, emailOf, idTokenOf, textOf, type AuthRequest } from './fields';
import { identify, requireRecentSignIn, requireUnrevoked } from './identity';
import { revoked } from './sessions/revocations';
import { confirmNewEmail } from './resets';
import { startSession, tokensOf } from './signIn';
import type { AuthState } from './state';
import { noteVisit } from './accounts/visits';

const LONGEST_NAME_CHARACTERS = 256;
const LONGEST_PHOTO_URL_CHARACTERS = 2048;

/** `accounts:lookup`: the account of the token. The SDK calls it after every sign-in and at every page load. */
export async function lookup(state: AuthState, request: AuthRequest): Promise<Json> {
  const { account } = await identify(state, idTokenOf(request));
  noteVisit(state, account);
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [described(account)] };
}

/** The SDK only checks whether there is a hash. */
const someHash = 'UkVEQUNURUQ=';

function described(account: Account) {
  return {
    ...profileOf(account),
    passwordHash: someHash,
    passwordUpdatedAt: account.passwordUpdatedAt,
    validSince: String(account.validSince),
    createdAt: String(account.createdAt),
    lastLoginAt: String(account.lastLoginAt),
    lastRefreshAt: new Date(account.lastLoginAt).toISOString(),
    disabled: account.disabled,
  };
}

function profileOf({ uid, email, emailVerified, displayName, photoUrl }: Account) {
  const profile = {
    ...(displayName === undefined ? {} : { displayName }),
    ...(photoUrl === undefined ? {} : { photoUrl }),
  };
  const provider = { providerId: 'password', email, federatedId: email, rawId: email, ...profile };
  return { localId: uid, email, emailVerified, ...profile, providerUserInfo: [provider] };
}

const kind = 'identitytoolkit#SetAccountInfoResponse';

/**
 * `accounts:update`: name and picture at any time; e-mail and password only after a recent sign-in, which ends all
 * other sessions. With a mail server, an e-mail must be confirmed by mail.
 */
export async function update(state: AuthState, request: AuthRequest): Promise<Json> {
  if (textOf(request, 'oobCode') !== undefined)
    return { kind, ...profileOf(await confirmNewEmail(state, request)) };
  if (request.body['deleteProvider'] !== undefined) throw new ProtocolError('OPERATION_NOT_ALLOWED');
  const { account, claims } = await identify(state, idTokenOf(request));
  const email = textOf(request, 'email') === undefined ? account.email : emailOf(request);
  const password = textOf(request, 'password');
  const profile = profileChange(request);
  if (email === account.email && password === undefined) {
    const changed = await state.accounts.change(account.uid, current => {
      requireUnrevoked(current, claims);
      return { ...current, ...profile };
    });
    return { kind, ...profileOf(changed), passwordHash: someHash };
  }

  requireRecentSignIn(state, claims);
  if (email !== account.email && state.outbox)
    throw new ProtocolError(
      'OPERATION_NOT_ALLOWED',
      'OPERATION_NOT_ALLOWED : Please verify the new email before changing email.',
    );
  const passwordHash =
    password === undefined ? undefined : await hashNew(state, request, account.uid, acceptable(password));
  const started = await startSession(state, account.uid, current => {
    requireUnrevoked(current, claims);
    const now = state.clock();
    return {
      ...revoked(current, now),
      ...profile,
      email,
      emailVerified: email === current.email && current.emailVerified,
      ...(passwordHash === undefined ? {} : { passwordHash, passwordUpdatedAt: now }),
      reset: undefined,
      codes: undefined,
      due: undefined,
    };
  });
  state.revocations.announce(account.uid);
  if (passwordHash !== undefined) await state.throttle.forgive(started.account.email);
  const tokens = await tokensOf(state, started.account, started.refreshToken);
  const answer = { kind, ...profileOf(started.account), passwordHash: someHash, ...tokens };
  return email === account.email ? answer : { ...answer, newEmail: email };
}

/** Hashing is expensive, so an account's requests for it are limited. */
async function hashNew(
  state: AuthState,
  { address }: AuthRequest,
  whose: string,
  password: string,
): Promise<string> {
  await state.throttle.newPassword(whose, address);
  return state.passwords.hash(password, address);
}

/** The requested change of name and picture: absent keeps the value, null or `deleteAttribute` removes it. */
function profileChange(request: AuthRequest): Partial<Account> {
  const removed = Array.isArray(request.body['deleteAttribute']) ? request.body['deleteAttribute'] : [];
  const change = (field: string, attribute: string, longest: number) => {
    const value = textOf(request, field);
    if (value !== undefined && value.length > longest) {
      throw new ProtocolError(
        'INVALID_ARGUMENT',
        `Invalid value at '${field}': longer than ${longest} characters`,
      );
    }
    if (value) return { [field]: value };
    const removes = request.body[field] === null || value === '' || removed.includes(attribute);
    return removes ? { [field]: undefined } : {};
  };
  return {
    ...change('displayName', 'DISPLAY_NAME', LONGEST_NAME_CHARACTERS),
    ...change('photoUrl', 'PHOTO_URL', LONGEST_PHOTO_URL_CHARACTERS),
  };
}

/** `accounts:delete`: removes the account, its sessions and its tokens at once. The client deletes its data first. */
export async function remove(state: AuthState, request: AuthRequest): Promise<Json> {
  const { account, claims } = await identify(state, idTokenOf(request));
  requireRecentSignIn(state, claims);
  await state.accounts.remove(account.uid, current => requireUnrevoked(current, claims));
  state.revocations.announce(account.uid);
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}
