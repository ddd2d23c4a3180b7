import { ProtocolError, type Json } from '../lib/types';
import type { Account } from './accounts/accountRecord';
import type { Edit } from './accounts/accounts';
import { withBrowser } from './sessions/browsers';
import { type AuthRequest, emailOf, passwordOf, acceptable, textOf } from './fields';
import { isForeign } from './passwords/passwords';
import type { AuthState } from './state';
import { createSecret, hashOf, isSecret } from '../lib/secrets';
import { TOKEN_LIFETIME_S } from './sessions/tokens';
import { noteVisit } from './accounts/visits';

/**
 * The maximum number of sessions, after which the oldest ends: a sign-in adds one, but the server does not learn of a
 * browser's sign-out.
 */
const MAX_SESSIONS = 100;

/** `accounts:signUp`: creates an account and signs it in. */
export async function signUp(state: AuthState, request: AuthRequest): Promise<Json> {
  if (textOf(request, 'idToken') !== undefined) throw new ProtocolError('OPERATION_NOT_ALLOWED');
  const anonymous = textOf(request, 'email') === undefined && textOf(request, 'password') === undefined;
  if (state.policy.signUp === 'closed' || anonymous) throw new ProtocolError('ADMIN_ONLY_OPERATION');
  return createAccount(state, request);
}

/** Creates an account if sign-up is allowed, and signs it in. */
async function createAccount(state: AuthState, request: AuthRequest): Promise<Json> {
  const email = emailOf(request);
  const password = acceptable(passwordOf(request));
  const takeBack = await state.throttle.signUp(request.address);
  try {
    if (state.accounts.byEmail(email)) throw new ProtocolError('EMAIL_EXISTS');
    const refreshToken = createSecret(state.random);
    const passwordHash = await state.passwords.hash(password, request.address);
    const browsers = withBrowser({}, request.browser);
    const account = { ...newAccount(state, email, passwordHash, refreshToken), browsers };
    await state.accounts.create(account);
    return {
      kind: 'identitytoolkit#SignupNewUserResponse',
      ...(await tokensOf(state, account, refreshToken)),
    };
  } catch (error) {
    await takeBack();
    if (error instanceof ProtocolError && error.code === 'EMAIL_EXISTS') {
      await state.throttle.takenEmail(request.address);
    }
    throw error;
  }
}

/**
 * Creates the account of an invitation, which is first marked as used, so that it never creates two; it is restored if
 * creating the account fails. Returns the e-mail.
 */
export async function acceptInvite(state: AuthState, request: AuthRequest): Promise<string> {
  const giveBack = await state.invites.take(textOf(request, 'oobCode') ?? '');
  try {
    const { email } = (await createAccount(state, request)) as { email: string };
    return email;
  } catch (error) {
    await giveBack();
    throw error;
  }
}

function newAccount(state: AuthState, email: string, passwordHash: string, refreshToken: string): Account {
  const now = state.clock();
  const seconds = Math.floor(now / 1000);
  return {
    uid: createUid(state),
    email,
    emailVerified: false,
    passwordHash,
    disabled: false,
    createdAt: now,
    lastLoginAt: now,
    passwordUpdatedAt: now,
    validSince: seconds,
    sessions: [{ hash: hashOf(refreshToken), authTime: seconds }],
  };
}

/** 28 letters and digits, like Google's: a legal database key. */
function createUid(state: AuthState): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let uid = '';
  while (uid.length < 28) {
    for (const byte of state.random(28 - uid.length)) {
      if (byte < letters.length * 4) uid += letters[byte % letters.length];
    }
  }
  return uid;
}

/** `accounts:signInWithPassword`: an unknown e-mail and a wrong password take the same time and get the same answer. */
export async function signInWithPassword(state: AuthState, request: AuthRequest): Promise<Json> {
  const email = emailOf(request);
  const password = passwordOf(request);
  const found = state.accounts.byEmail(email);
  const knownBrowser = found?.browsers?.find(browser => browser === request.browser);
  const takeBack = await state.throttle.signIn(email, request.address, knownBrowser);
  const right = await state.passwords.matches(password, found?.passwordHash, request.address);
  if (!found || !right) throw wrongCredentials(state, found);
  await takeBack();
  const { hash } = state.passwords;
  const passwordHash = isForeign(found.passwordHash)
    ? await hash(password, request.address)
    : found.passwordHash;
  const { account, refreshToken } = await startSession(state, found.uid, current => {
    if (current.disabled) throw new ProtocolError('USER_DISABLED');
    if (current.passwordHash !== found.passwordHash) throw wrongCredentials(state, current);
    const browsers = withBrowser(current, request.browser);
    return { ...current, passwordHash, lastLoginAt: state.clock(), browsers };
  });
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    displayName: account.displayName ?? '',
    ...(await tokensOf(state, account, refreshToken)),
  };
}

function wrongCredentials(state: AuthState, account: Account | undefined): ProtocolError {
  if (state.policy.enumerationProtection) return new ProtocolError('INVALID_LOGIN_CREDENTIALS');
  return new ProtocolError(account ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND');
}

/** Applies `edit` and adds a session in one durable step. */
export async function startSession(
  state: AuthState,
  uid: string,
  edit: Edit,
): Promise<{ account: Account; refreshToken: string }> {
  const refreshToken = createSecret(state.random);
  const account = await state.accounts.change(uid, current => {
    const edited = edit(current);
    const authTime = Math.max(Math.floor(state.clock() / 1000), edited.validSince);
    const session = { hash: hashOf(refreshToken), authTime };
    return { ...edited, sessions: [...edited.sessions, session].slice(-MAX_SESSIONS) };
  });
  return { account, refreshToken };
}

/** The tokens of a new sign-in, in the common format of sign-up, sign-in and password change. */
export async function tokensOf(state: AuthState, account: Account, refreshToken: string) {
  const { authTime } = account.sessions.at(-1)!;
  return {
    localId: account.uid,
    email: account.email,
    idToken: await state.tokens.issue(account, authTime),
    refreshToken,
    expiresIn: String(TOKEN_LIFETIME_S),
  };
}

/** `POST /v1/token`: a fresh ID token for a refresh token, which remains the same. */
export async function refresh(state: AuthState, request: AuthRequest): Promise<Json> {
  const grantType = textOf(request, 'grant_type') ?? textOf(request, 'grantType');
  const refreshToken = textOf(request, 'refresh_token') ?? textOf(request, 'refreshToken');
  if (!grantType) throw new ProtocolError('MISSING_GRANT_TYPE');
  if (grantType !== 'refresh_token') throw new ProtocolError('INVALID_GRANT_TYPE');
  if (!refreshToken) throw new ProtocolError('MISSING_REFRESH_TOKEN');
  if (!isSecret(refreshToken)) throw new ProtocolError('INVALID_REFRESH_TOKEN');
  const hash = hashOf(refreshToken);
  const account = state.accounts.bySession(hash);
  const session = account?.sessions.find(each => each.hash === hash);
  if (!account || !session) throw new ProtocolError('TOKEN_EXPIRED');
  if (account.disabled) throw new ProtocolError('USER_DISABLED');
  noteVisit(state, account);
  const idToken = await state.tokens.issue(account, session.authTime);
  return {
    access_token: idToken,
    expires_in: String(TOKEN_LIFETIME_S),
    token_type: 'Bearer',
    refresh_token: refreshToken,
    id_token: idToken,
    user_id: account.uid,
    project_id: state.policy.projectId,
  };
}
