/**
 * What sagas are handed: the world outside the store, as types. `index.tsx` builds the real ones, tests hand in fakes.
 * Nothing here returns Firebase's own objects, and everything that fails throws a `ServiceFailure`.
 */

/**
 * Which failure is which, and so what to do about it:
 * - `network`: no network, a timeout, a lost connection. It may have happened; wait and try again.
 * - `server`: the server answered 5xx. Wait and try again.
 * - `refused`: the server said no (rules, too large, malformed). Trying the same again is no use.
 * - `signIn`: the provider has no session any more; the person has to sign in again.
 * - `conflict`: the record is not what it was when it was read (412).
 */
export type FailureKind = 'network' | 'server' | 'refused' | 'signIn' | 'conflict';

export class ServiceFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    /** The protocol's own word, e.g. `auth/invalid-credential` or `permission_denied`. */
    readonly code: string,
    message: string = code,
  ) {
    super(message);
    this.name = 'ServiceFailure';
  }
}

/** What is said of a failed call where the person is looking; anything but a `ServiceFailure` is a bug and stays loud. */
export function failureOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof ServiceFailure)) throw error;
  return { code: error.kind, message: error.message };
}
