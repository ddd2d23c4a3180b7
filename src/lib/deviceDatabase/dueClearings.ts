import { attempt } from '../attempt';

/**
 * The clearings that the device's databases still owe, by name and user id, without any text of the user's. The list lies in
 * localStorage: a database that does not answer now may answer a later page. Without it nothing is remembered for that.
 */
const NAME = 'daywall-clear';
const keyOf = (what: string, userId: string) => `${NAME}/${what}/${userId}`;

/** `all`: no database has cleared it; `first`: only the first one has not. */
type Where = 'all' | 'first';
export type DueClearing = { what: string; userId: string; where: Where };

export const setDue = (what: string, userId: string, where: Where) =>
  attempt(() => localStorage.setItem(keyOf(what, userId), where));

export const endDue = (what: string, userId: string) =>
  attempt(() => localStorage.removeItem(keyOf(what, userId)));

/** Those of the named clearings that are due. */
export const dueClearings = (names: readonly string[]): DueClearing[] =>
  attempt(() =>
    Object.entries(localStorage).flatMap(([key, where]) => {
      const [name, what = '', userId = ''] = key.split('/');
      return name === NAME && names.includes(what) ? [{ what, userId, where: where as Where }] : [];
    }),
  ) ?? [];
