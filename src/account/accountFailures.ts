import { failureOf, ServiceFailure, type FailureKind } from '../services/failure';

const WRONG = 'That is not your password. Nothing was changed.';
const BY_CODE: Record<string, string> = {
  'auth/invalid-credential': WRONG,
  'auth/invalid-login-credentials': WRONG,
  'auth/wrong-password': WRONG,
  'auth/user-mismatch': WRONG,
  'auth/too-many-requests': 'Too many tries. Wait 15 minutes, then try again.',
  'auth/email-already-in-use': 'Another account has this address.',
  'auth/invalid-email': 'This is not an email address.',
  'auth/weak-password': 'Choose a longer password.',
  'auth/password-does-not-meet-requirements': 'Choose a longer password.',
};
const BY_KIND: Record<FailureKind, string> = {
  network: 'The server can’t be reached. Try again when you are online.',
  server: 'The server can’t answer now. Try again in a moment.',
  signIn: 'Your session has ended elsewhere. Sign in again.',
  refused: 'The server refused it. Try again in a moment.',
  conflict: 'The server refused it. Try again in a moment.',
};

/** The message for a failed request. Rethrows anything but a `ServiceFailure`. */
export function wordsFor(failure: unknown): { message: string } {
  failureOf(failure);
  const { code, kind } = failure as ServiceFailure;
  // The site's operator needs the code.
  const why = kind === 'refused' ? ` (${code})` : '';
  return { message: BY_CODE[code] ?? BY_KIND[kind] + why };
}

/** True when the request may have succeeded although no answer arrived. */
export const isUnanswered = (failure: unknown) =>
  failure instanceof ServiceFailure && (failure.kind === 'network' || failure.kind === 'server');
