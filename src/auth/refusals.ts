import type { FailureKind } from '../services/failure';

const INVALID = 'Username or password incorrect';
const MESSAGES: Record<string, string> = {
  'auth/invalid-credential': INVALID,
  'auth/invalid-login-credentials': INVALID,
  'auth/wrong-password': INVALID,
  'auth/user-not-found': INVALID,
  'auth/too-many-requests': 'To many requests, try again later',
  'auth/email-already-in-use': 'An account has registered with this email address, try signing in',
};

/** The exact text for a refused sign-in (docs/rules.md, Texts). */
export const messageOf = (code: string) =>
  MESSAGES[code] ?? 'An unknown error occurred. Pls check your network connection and try again';

/** The same text, followed by the provider's code where the message does not name the cause. */
export function refusalOf({ kind, code }: { kind: FailureKind; code: string }) {
  const message = messageOf(code);
  return kind === 'network' || code in MESSAGES ? { message } : { message, code };
}
