/**
 * The services that sagas are handed, as types. `index.tsx` builds the real ones, tests hand in fakes. No service
 * returns Firebase's own objects; each failure is a `ServiceFailure`.
 */

/**
 * Which failure is which, and so what to do about it:
 * - `network`: no network, a timeout, a lost connection. It may have happened; wait and try again.
 * - `server`: the server answered 5xx. Wait and try again.
 * - `refused`: the server said no (rules, too large, malformed). A retry is useless.
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

/** The kind and message of a failed call, as state holds them. Rethrows anything but a `ServiceFailure`. */
export function failureOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof ServiceFailure)) throw error;
  return { code: error.kind, message: error.message };
}
