import type { Load } from './day';

/** The capacity of one database, according to Firebase's documentation. */
export const LIMITS = { connections: 200_000, writes: 1_000 };
/** Dollars per GB and month, and the free quota of a project, according to Firebase's price list. */
export const PRICES = { stored: { free: 1, dollars: 5 }, sent: { free: 10, dollars: 1 } };
const GB = 1e9;
const DAYS = 30;

const whole = (value: number) => Math.round(value).toLocaleString('en');
const most = (loads: Load[], of: keyof Load) => Math.max(...loads.map(load => load[of]));
const sum = (loads: Load[], of: keyof Load) => loads.reduce((all, load) => all + load[of], 0);

/** The limit that the fullest database reaches first when all grow alike, and the number of the site's users then. */
export function firstLimit(loads: Load[]): { limit: keyof typeof LIMITS; users: number } {
  const users = sum(loads, 'users');
  const at = (limit: keyof typeof LIMITS) => ({ limit, users: (users * LIMITS[limit]) / most(loads, limit) });
  const [connections, writes] = [at('connections'), at('writes')];
  return writes.users < connections.users ? writes : connections;
}

/** Dollars per month for all databases of a project. */
export function dollarsOf(loads: Load[]): number {
  const beyond = (gigabytes: number, { free, dollars }: { free: number; dollars: number }) =>
    Math.max(0, gigabytes - free) * dollars;
  return (
    beyond(sum(loads, 'stored') / GB, PRICES.stored) + beyond((DAYS * sum(loads, 'sent')) / GB, PRICES.sent)
  );
}

const HEAD = [
  'databases',
  'users in the fullest',
  'connections at the peak',
  'writes a second in the busiest minute',
  'GB sent a month',
  'GB stored',
  'first limit, at users of the site',
  'dollars a month, all',
];

/** The result as a table for a document, with the values of the fullest database. */
export function tableOf(sites: Load[][]): string {
  const rows = sites.map(loads => {
    const { limit, users } = firstLimit(loads);
    return [
      String(loads.length),
      whole(most(loads, 'users')),
      whole(most(loads, 'connections')),
      most(loads, 'writes').toFixed(1),
      whole((DAYS * most(loads, 'sent')) / GB),
      (most(loads, 'stored') / GB).toFixed(2),
      `${limit}, ${whole(users / 1000)},000`,
      whole(dollarsOf(loads)),
    ];
  });
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(HEAD), line(HEAD.map(() => '--:')), ...rows.map(line)].join('\n');
}
