import { attempt } from '../lib/attempt';
import type { UserData } from '../services/device';
import type { User } from './authSlice';

/** Two days from sign-in, in milliseconds (docs/rules.md, Constants). */
export const SESSION_LIFETIME_MS = 2 * 24 * 60 * 60 * 1000;

/** A legal database key: no `/ . # $ [ ]` and no control characters. */
// oxlint-disable-next-line no-control-regex
const LEGAL_KEY = /^[^/.#$[\]\u0000-\u001f\u007f]+$/;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The value of `userData` if it can be restored: it has a token, a legal id, and an expiry later than `now`
 * (milliseconds). Null otherwise, also for invalid JSON.
 */
export function parseUserData(stored: string | null, now: number): UserData | null {
  if (stored === null) return null;
  const data = attempt(() => JSON.parse(stored) as Partial<Record<keyof UserData, unknown>> | null);
  if (!data || typeof data !== 'object') return null;
  const { email, id, expiryDate, token } = data;
  if (!isText(token) || !isText(id) || !LEGAL_KEY.test(id) || !isText(expiryDate)) return null;
  if (!(Date.parse(expiryDate) > now)) return null;
  return { email: typeof email === 'string' ? email : '', id, expiryDate, token };
}

/** The part of `userData` that the store holds: without the token. */
export const userOf = ({ id, email, expiryDate }: UserData): User => ({ id, email, expiryDate });
