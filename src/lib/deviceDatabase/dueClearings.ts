import { attempt } from '../attempt';

/**
 * Clearings that are still due in some database, by name and user id, without any of the user's content. The list is
 * in localStorage, so that a later page can run them. Without localStorage it is not kept.
 */
const NAME = 'daywall-clear';
const keyOf = (what: string, userId: string) => `${NAME}/${what}/${userId}`;

/** `all`: no database has been cleared; `first`: only the first one has not. */
type Where = 'all' | 'first';
export type DueClearing = { what: string; userId: string; where: Where };

export const setDue = (what: string, userId: string, where: Where) =>
  attempt(() => localStorage.setItem(keyOf(what, userId), where));

export const endDue = (what: string, userId: string) =>
  attempt(() => localStorage.removeItem(keyOf(what, userId)));

/** The due clearings with one of these names. */
export const dueClearings = (names: readonly string[]): DueClearing[] =>
  attempt(() =>
    Object.entries(localStorage).flatMap(([key, where]) => {
      const [name, what = '', userId = ''] = key.split('/');
      return name === NAME && names.includes(what) ? [{ what, userId, where: where as Where }] : [];
    }),
  ) ?? [];
