import { attempt } from '../../lib/attempt';

/** The localStorage keys under which the Auth SDK stores its user; they end with the app's API key. */
export const SDK_USER = 'firebase:authUser:';
type Kept = {
  uid?: unknown;
  stsTokenManager?: { accessToken?: unknown; expirationTime?: unknown };
} | null;

/** A token counts as expired 30 s before its expiry (docs/rules.md, Constants). Milliseconds. */
const MARGIN = 30_000;

/**
 * The user's stored ID token; null when it is missing or expired, and the SDK must be asked. With it, the first row
 * waits neither for the SDK's code nor for its lookup, which is a third of the time.
 */
export function storedToken(userId: string, now = Date.now()): string | null {
  const users = attempt(() => sdkKeys().map(key => JSON.parse(localStorage.getItem(key)!) as Kept));
  const { accessToken, expirationTime } = users?.find(user => user?.uid === userId)?.stsTokenManager ?? {};
  const isGood = typeof expirationTime === 'number' && expirationTime - MARGIN > now;
  return isGood && typeof accessToken === 'string' ? accessToken : null;
}

const sdkKeys = () => Object.keys(localStorage).filter(key => key.startsWith(SDK_USER));

/** Removes the SDK's stored user without the SDK. */
export const forgetSdkUser = () => attempt(() => sdkKeys().forEach(key => localStorage.removeItem(key)));
