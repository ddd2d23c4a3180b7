/**
 * The types of services that sagas receive. `index.tsx` builds the real ones, tests pass fakes. No service returns
 * Firebase's own objects; every failure is a `ServiceFailure`.
 */

/**
 * - `network`: no network, a timeout, a lost connection. The call may have been done; try again.
 * - `server`: answered 5xx; try again.
 * - `refused`: rules, size, form; a retry is useless.
 * - `signIn`: the session is over.
 * - `conflict`: the record has changed since it was read (412).
 */
export type FailureKind = 'network' | 'server' | 'refused' | 'signIn' | 'conflict';

export class ServiceFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    /** The protocol's error code, e.g. `auth/invalid-credential` or `permission_denied`. */
    readonly code: string,
    message: string = code,
  ) {
    super(message);
    this.name = 'ServiceFailure';
  }
}

/** The kind and message of a failed call, to be stored in the state. Rethrows anything but a `ServiceFailure`. */
export function failureOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof ServiceFailure)) throw error;
  return { code: error.kind, message: error.message };
}
