import { StoreError } from '../../lib/errors';
import type { Json } from '../../lib/types';

/** The purpose of the link in a mail. */
type Purpose = 'resetPassword' | 'verifyAndChangeEmail';

/** A mailed link, of which only the hash is stored. `email` is the recipient's address. */
export type Code = { hash: string; for: Purpose; email: string; expiresAt: number };

/** A pending mail to an account, and when it was requested. It is stored until the mail server has accepted it. */
export type Due = { for: Purpose | 'addressChanged'; email: string; at: number };

/** A signed-in device: the hash of its refresh token, and when the user last typed the password there (seconds). */
export type Session = { hash: string; authTime: number };

/** A record of the `accounts` section, stored under its uid. */
export interface Account {
  uid: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  passwordHash: string;
  displayName?: string;
  photoUrl?: string;
  disabled: boolean;
  /** Milliseconds. */
  createdAt: number;
  lastLoginAt: number;
  /** When a device of the user last connected, to the hour; absent before the first time. */
  lastVisitAt?: number;
  passwordUpdatedAt: number;
  /** Seconds; ID tokens issued earlier are invalid. */
  validSince: number;
  sessions: Session[];
  /** Hashes of the cookies of browsers that signed in, in order. */
  browsers?: string[];
  /** The account's own storage limit in bytes; absent for the default. */
  quota?: number;
  /** A requested password reset, with the link's hash once the operator has printed it. */
  reset?: { requestedAt: number; hash?: string; expiresAt?: number } | undefined;
  /** The mailed links. */
  codes?: Code[] | undefined;
  /** The calendar address: the hash of its secret, and the tasks that it shows (`feeds/events.ts`). */
  feed?: { hash: string; createdAt: number; only: string };
  /** Mails not accepted by the mail server yet. */
  due?: Due[] | undefined;
}

type Test = (value: Json | undefined) => boolean;

const text: Test = value => typeof value === 'string';
const flag: Test = value => typeof value === 'boolean';
const time: Test = value => typeof value === 'number' && value >= 0;
const optional =
  (test: Test): Test =>
  value =>
    value === undefined || test(value);
const all = (fields: Record<string, Test>): Test => {
  const tests = Object.entries(fields);
  return value =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    tests.every(([name, test]) => test(Object.hasOwn(value, name) ? value[name] : undefined));
};
const session = all({ hash: text, authTime: time });
const code = all({ hash: text, for: text, email: text, expiresAt: time });
const due = all({ for: text, email: text, at: time });
const list =
  (test: Test): Test =>
  value =>
    Array.isArray(value) && value.every(test);

const passwordHash = /^(scrypt\$\d+\$\d+\$\d+|firebase\$\d+\$\d+\$[\w-]*\$[\w-]+)\$[\w-]+\$[\w-]+$/;

/** Whether the JSON is a valid stored account. */
export const isAccount = all({
  uid: text,
  email: text,
  emailVerified: flag,
  passwordHash: value => text(value) && passwordHash.test(value as string),
  displayName: optional(text),
  photoUrl: optional(text),
  disabled: flag,
  createdAt: time,
  lastLoginAt: time,
  lastVisitAt: optional(time),
  passwordUpdatedAt: time,
  validSince: time,
  sessions: list(session),
  browsers: optional(list(text)),
  quota: optional(time),
  reset: optional(all({ requestedAt: time, hash: optional(text), expiresAt: optional(time) })),
  codes: optional(list(code)),
  feed: optional(all({ hash: text, createdAt: time, only: text })),
  due: optional(list(due)),
});

/** Parses an account's record. Throws a `StoreError` without any content of the record when it is invalid. */
export function readAccount(uid: string, record: string): Account {
  const json = parsed(record);
  if (!isAccount(json) || (json as { uid: Json }).uid !== uid)
    throw new StoreError('A record of an account is none that this program writes.');
  return json as unknown as Account;
}

function parsed(record: string): Json | undefined {
  try {
    return JSON.parse(record) as Json;
  } catch {
    return undefined;
  }
}
