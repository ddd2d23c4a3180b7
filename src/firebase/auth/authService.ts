import type { Refusal } from '../../services/auth';
import { ServiceFailure } from '../../services/failure';
import type { openAuth } from './authSdk';
import type { FirebaseAuth } from '../live/liveConnection';
import { loadConfig } from '../rest/config';
import { attempt } from '../../lib/attempt';

/** The localStorage keys under which the Auth SDK stores its user; they end with the app's API key. */
const SDK_USER = 'firebase:authUser:';
type Kept = {
  uid?: unknown;
  stsTokenManager?: { accessToken?: unknown; expirationTime?: unknown };
} | null;

/** A token counts as expired 30 s before its expiry (docs/rules.md, Constants). Milliseconds. */
const TOKEN_MARGIN_MS = 30_000;

/**
 * The user's stored ID token; null when it is missing or expired, and the SDK must be asked. With it, the first row
 * waits neither for the SDK's code nor for its lookup, which is a third of the time.
 */
export function storedToken(userId: string, now = Date.now()): string | null {
  const users = attempt(() => sdkKeys().map(key => JSON.parse(localStorage.getItem(key)!) as Kept));
  const { accessToken, expirationTime } = users?.find(user => user?.uid === userId)?.stsTokenManager ?? {};
  const isGood = typeof expirationTime === 'number' && expirationTime - TOKEN_MARGIN_MS > now;
  return isGood && typeof accessToken === 'string' ? accessToken : null;
}

const sdkKeys = () => Object.keys(localStorage).filter(key => key.startsWith(SDK_USER));

/** Removes the SDK's stored user without the SDK. */
const forgetSdkUser = () => attempt(() => sdkKeys().forEach(key => localStorage.removeItem(key)));

type Sdk = ReturnType<typeof openAuth>;

const REFUSALS: Record<string, Refusal> = {
  TOKEN_EXPIRED: 'revoked',
  INVALID_REFRESH_TOKEN: 'revoked',
  USER_DISABLED: 'disabled',
  USER_NOT_FOUND: 'deleted',
};
/** The SDK tried to end a session that had been renewed (see keepRenewed.ts). */
const RENEWED = 'auth/login-blocked';

/** Firebase's error as a `ServiceFailure`: `auth/network-request-failed` is `network`, others are the provider's answer. */
function failureOf(error: unknown): ServiceFailure {
  if (error instanceof ServiceFailure) return error;
  const { code, message } = error as { code?: unknown; message?: string };
  // An error without a code comes from a chunk that could not be loaded.
  if (typeof code !== 'string')
    return new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
  const isNetwork = code === 'auth/network-request-failed' || code === 'auth/timeout';
  const isServer = code === 'auth/internal-error';
  return new ServiceFailure(isNetwork ? 'network' : isServer ? 'server' : 'refused', code, message);
}

/** Asks the provider by REST, because the SDK would end the session at a refusal. */
async function refusalOf(refreshToken: string): Promise<Refusal | null> {
  const { apiKey, emulated } = await loadConfig();
  const host = emulated
    ? `${emulated.authUrl}/securetoken.googleapis.com`
    : 'https://securetoken.googleapis.com';
  const answer = await fetch(`${host}/v1/token?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  }).catch(error => {
    throw failureOf(error);
  });
  if (answer.ok || answer.status >= 500) return null;
  const { error } = (await answer.json().catch(() => ({}))) as { error?: { message?: string } };
  // The error code may be followed by a reason: 'TOKEN_EXPIRED : …'.
  return REFUSALS[/^\w+/.exec(error?.message ?? '')?.[0] ?? ''] ?? null;
}

const isRefused = async (refreshToken: string) => (await refusalOf(refreshToken)) !== null;

/** Milliseconds before a failed load of code is repeated. */
const RETRY_AFTER_MS = 5000;

/** Loads code, repeatedly until that succeeds, and follows with it. Returns the function that stops following. */
export function followLater<Loaded>(
  load: () => Promise<Loaded>,
  follow: (loaded: Loaded) => () => void,
): () => void {
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const begin = () => {
    load().then(
      loaded => {
        if (!ended) stop = follow(loaded);
      },
      () => {
        if (!ended) timer = setTimeout(begin, RETRY_AFTER_MS);
      },
    );
  };
  begin();
  return () => {
    ended = true;
    clearTimeout(timer);
    stop?.();
  };
}

/** Firebase Auth by its SDK, which is loaded at the first call. */
export function createAuth(): FirebaseAuth {
  let sdk: Promise<Sdk> | undefined;
  const load = () => {
    sdk ??= Promise.all([loadConfig(), import(/* webpackChunkName: "auth-sdk" */ './authSdk')])
      .then(([config, { openAuth }]) => openAuth(config, isRefused))
      .catch(error => {
        sdk = undefined; // so that the next call loads it again
        throw error;
      });
    return sdk;
  };

  const attempt = async <Answer>(work: (loaded: Sdk) => Promise<Answer>): Promise<Answer> => {
    try {
      return await work(await load());
    } catch (error) {
      throw failureOf(error);
    }
  };
  const userOf = (userId: string) => attempt(loaded => loaded.userOf(userId));

  return {
    signUp: (...given) => attempt(loaded => loaded.signUp(...given)),
    signIn: (...given) => attempt(loaded => loaded.signIn(...given)),
    async signOut() {
      try {
        await attempt(loaded => loaded.signOut());
      } catch {
        // The SDK cannot be loaded without a network: remove its stored user directly.
        forgetSdkUser();
      }
    },
    follow: listener => followLater(load, loaded => loaded.follow(listener)),
    refusalOf,
    reauthenticate: (...given) => attempt(loaded => loaded.reauthenticate(...given)),
    changePassword: (...given) => attempt(loaded => loaded.changePassword(...given)),
    changeEmail: (...given) => attempt(loaded => loaded.changeEmail(...given)),
    deleteAccount: (...given) => attempt(loaded => loaded.deleteAccount(...given)),
    requestReset: (...given) => attempt(loaded => loaded.requestReset(...given)),
    async idToken(userId, force = false) {
      // Uses the SDK only if it is already loaded.
      const stored = sdk || force ? null : storedToken(userId);
      if (stored !== null) return stored;
      const user = await userOf(userId);
      try {
        return await user.getIdToken(force);
      } catch (error) {
        const failure = failureOf(error);
        if (failure.code === RENEWED) return attempt(() => user.getIdToken());
        throw failure.kind === 'refused'
          ? new ServiceFailure('signIn', failure.code, 'Sign in again')
          : failure;
      }
    },
    user: userOf,
  };
}
