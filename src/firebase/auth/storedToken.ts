import { attempt } from '../../lib/attempt';

/** The keys of localStorage under which the Auth SDK keeps its user; the name of the app's key follows. */
export const SDK_USER = 'firebase:authUser:';
type Kept = {
  uid?: unknown;
  stsTokenManager?: { accessToken?: unknown; expirationTime?: unknown };
} | null;

/** A token counts as expired 30 s before its expiry (docs/rules.md, Constants). Milliseconds. */
const MARGIN = 30_000;

/**
 * The user's ID token as the Auth SDK keeps it on this device; null when none is good
 * now: then the SDK is asked. With it the first row waits for neither the SDK's code nor its lookup (a third of the
 * time).
 */
export function storedToken(userId: string, now = Date.now()): string | null {
  const users = attempt(() => sdkKeys().map(key => JSON.parse(localStorage.getItem(key)!) as Kept));
  const { accessToken, expirationTime } = users?.find(user => user?.uid === userId)?.stsTokenManager ?? {};
  const isGood = typeof expirationTime === 'number' && expirationTime - MARGIN > now;
  return isGood && typeof accessToken === 'string' ? accessToken : null;
}

const sdkKeys = () => Object.keys(localStorage).filter(key => key.startsWith(SDK_USER));

/** Removes the SDK's user without the SDK. */
export const forgetSdkUser = () => attempt(() => sdkKeys().forEach(key => localStorage.removeItem(key)));
