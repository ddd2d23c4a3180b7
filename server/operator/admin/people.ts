import type { Account } from '../../auth/accounts/accountRecord';
import type { AuthState } from '../../auth/state';
import { lastVisitOf } from '../../auth/accounts/visits';

/** A user as shown to the operator; sizes are bytes, instants milliseconds. */
export type Person = {
  uid: string;
  email: string;
  disabled: boolean;
  createdAt: number;
  lastVisitAt: number;
  stores: number;
  mayStore: number;
  /** When the user requested a new password, and until when the link is valid, once it was created. */
  reset: { askedAt: number; goodUntil: number | null } | null;
};

export const ORDERS = { email: 'Email', size: 'Size', visit: 'Last visit' } as const;
export type Order = keyof typeof ORDERS;

/** The search and page of the list of users. */
export type Look = { search: string; by: Order; page: number };
export type Listed = { people: Person[]; found: number; all: number; pages: number; page: number };

const ON_A_PAGE = 50;

export type Sizes = { storedBy(uid: string): number; shareOf(uid: string): number };

export function readLook(given: URLSearchParams): Look {
  const by = given.get('by') ?? '';
  const page = Number(given.get('page') ?? 1);
  return {
    search: (given.get('search') ?? '').trim().toLowerCase().slice(0, 256),
    by: Object.hasOwn(ORDERS, by) ? (by as Order) : 'email',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** A page of the users whose e-mail or id contains the search text. */
export function listPeople({ accounts }: AuthState, sizes: Sizes, { search, by, page }: Look): Listed {
  const everybody = accounts.all();
  const people = everybody
    .filter(({ email, uid }) => email.includes(search) || uid.toLowerCase() === search)
    .map(account => personOf(account, sizes))
    .sort(orders[by]);
  const pages = Math.max(1, Math.ceil(people.length / ON_A_PAGE));
  const at = Math.min(page, pages);
  return {
    people: people.slice((at - 1) * ON_A_PAGE, at * ON_A_PAGE),
    found: people.length,
    all: everybody.length,
    pages,
    page: at,
  };
}

export function personOf(account: Account, { storedBy, shareOf }: Sizes): Person {
  const { uid, email, disabled, createdAt, reset } = account;
  return {
    uid,
    email,
    disabled,
    createdAt,
    lastVisitAt: lastVisitOf(account),
    stores: storedBy(uid),
    mayStore: shareOf(uid),
    reset: reset
      ? { askedAt: reset.requestedAt, goodUntil: reset.hash ? (reset.expiresAt ?? 0) : null }
      : null,
  };
}

const orders: Record<Order, (a: Person, b: Person) => number> = {
  email: (a, b) => (a.email < b.email ? -1 : 1),
  size: (a, b) => b.stores - a.stores,
  visit: (a, b) => b.lastVisitAt - a.lastVisitAt,
};
