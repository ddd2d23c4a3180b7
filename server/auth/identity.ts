import { ProtocolError, type Json, type TokenVerifier } from '../lib/types';
import type { Account } from './accounts/accountRecord';
import type { AuthState } from './state';
import type { Claims } from './sessions/tokens';

/** Seconds for which Google's 'recent sign-in' lasts. */
const recent = 5 * 60;

/** The tolerated difference of clocks in seconds, between machines or after a change. */
const CLOCK_SKEW_S = 300;

/** The account of a token. Throws INVALID_ID_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND or USER_DISABLED. */
export async function identify(
  state: AuthState,
  idToken: string,
): Promise<{ account: Account; claims: Claims }> {
  const claims = await state.tokens.read(idToken);
  const account = state.accounts.get(claims.sub);
  if (!account) throw new ProtocolError('USER_NOT_FOUND');
  requireUnrevoked(account, claims);
  // After the clock was set back, an account's creation is in the future: its tokens begin with it.
  const now = Math.max(state.clock() / 1000, account.validSince);
  if (claims.iat > now + CLOCK_SKEW_S) throw new ProtocolError('INVALID_ID_TOKEN');
  return { account, claims };
}

/** Checks again at the change's turn in the queue: a revocation queued earlier has made the token invalid. */
export function requireUnrevoked(account: Account, claims: Claims): void {
  if (account.disabled) throw new ProtocolError('USER_DISABLED');
  if (claims.iat < account.validSince) throw new ProtocolError('TOKEN_EXPIRED');
}

/** For changes that a stolen token must not allow: the password was typed within the last minutes. */
export function requireRecentSignIn(state: AuthState, claims: Claims): void {
  if (state.clock() / 1000 - claims.auth_time > recent)
    throw new ProtocolError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}

/** How the database verifies tokens: the user, and until when. */
export function createVerifier(state: AuthState): TokenVerifier {
  return {
    async verify(idToken) {
      const claims = await identify(state, idToken).then(found => found.claims, refuse);
      const { sign_in_provider: provider } = claims['firebase'] as { sign_in_provider: string };
      const token: Record<string, Json> = claims;
      return { auth: { uid: claims.sub, provider, token }, expiresAt: claims.exp * 1000 };
    },
    isCurrent({ uid, token }) {
      const account = state.accounts.get(uid);
      return account !== undefined && !account.disabled && Number(token['iat']) >= account.validSince;
    },
    onRevoked: state.revocations.onRevoked,
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof ProtocolError)) throw error;
  if (error.code === 'TOKEN_EXPIRED') throw new ProtocolError('expired_token', 'Auth token is expired', 401);
  throw new ProtocolError('invalid_token', 'Could not parse auth token.', 401);
}
