import { isEmail } from '../lib/email';
import { ProtocolError } from '../lib/types';

/**
 * The arguments of an operation: the body's fields; for throttling, the client's address and the hash of the browser's
 * cookie.
 */
export interface AuthRequest {
  body: Record<string, unknown>;
  address: string;
  browser?: string;
}

const shortestPassword = 6;
export const LONGEST_PASSWORD_CHARACTERS = 4096;

/** A text field, or undefined when it is absent or null. */
export function textOf({ body }: AuthRequest, field: string): string | undefined {
  const value = Object.hasOwn(body, field) ? body[field] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new ProtocolError('INVALID_ARGUMENT', `Invalid value at '${field}' (TYPE_STRING)`);
}

/** The e-mail in a field, normalised for comparing and storing. */
export function emailOf(request: AuthRequest, field = 'email'): string {
  const email = textOf(request, field);
  if (email === undefined) throw new ProtocolError('MISSING_EMAIL');
  if (!isEmail(email)) throw new ProtocolError('INVALID_EMAIL');
  return email.toLowerCase();
}

export function passwordOf(request: AuthRequest): string {
  const password = textOf(request, 'password');
  if (!password) throw new ProtocolError('MISSING_PASSWORD');
  return password;
}

/** A new password: taken as typed, including spaces. */
export function acceptable(password: string): string {
  if (password.length < shortestPassword) {
    throw new ProtocolError('WEAK_PASSWORD', 'WEAK_PASSWORD : Password should be at least 6 characters');
  }
  if (password.length > LONGEST_PASSWORD_CHARACTERS) {
    throw new ProtocolError(
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
      `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password may contain at most ${LONGEST_PASSWORD_CHARACTERS} characters]`,
    );
  }
  return password;
}

export function idTokenOf(request: AuthRequest): string {
  const idToken = textOf(request, 'idToken');
  if (!idToken) throw new ProtocolError('MISSING_ID_TOKEN');
  return idToken;
}
