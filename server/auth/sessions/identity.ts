import { ProtocolError, type Json, type TokenVerifier } from '../../lib/types';
import type { Account } from '../accounts/accounts';
import type { AuthState } from '../state';
import type { Claims } from './tokens';

/** Google's 'recent sign-in', in seconds. */
const recent = 5 * 60;

/** Between two machines' clocks, or one that was set back, in seconds. */
const clockSkew = 300;

/** Whose token this is. Throws INVALID_ID_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND or USER_DISABLED. */
export async function identify(
  state: AuthState,
  idToken: string,
): Promise<{ account: Account; claims: Claims }> {
  const claims = await state.tokens.read(idToken);
  const account = state.accounts.get(claims.sub);
  if (!account) throw new ProtocolError('USER_NOT_FOUND');
  requireUnrevoked(account, claims);
  // A clock that was set back has accounts from the future: their tokens begin when they do.
  const now = Math.max(state.clock() / 1000, account.validSince);
  if (claims.iat > now + clockSkew) throw new ProtocolError('INVALID_ID_TOKEN');
  return { account, claims };
}

/** For a change whose turn comes later: a revocation that stood before it in the queue has made the token worthless. */
export function requireUnrevoked(account: Account, claims: Claims): void {
  if (account.disabled) throw new ProtocolError('USER_DISABLED');
  if (claims.iat < account.validSince) throw new ProtocolError('TOKEN_EXPIRED');
}

/** For what a stolen token must not do: the password was typed within the last minutes. */
export function requireRecentSignIn(state: AuthState, claims: Claims): void {
  if (state.clock() / 1000 - claims.auth_time > recent)
    throw new ProtocolError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}

/** The database's view of tokens: who asks, and until when. */
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
