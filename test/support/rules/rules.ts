import { compileRules } from '../../../server/rules/compile';
import { atOnce } from '../../../server/lib/slices';
import type { Auth, Json, QueryView, Rules } from '../../../server/lib/types';
import { jsonView, keysOf, withWrites } from './jsonView';

export const NOW = 1_773_100_800_000;

/** A signed-in user, with the claims that a test needs. */
export const user = (uid: string, claims: Record<string, Json> = {}): NonNullable<Auth> => ({
  uid,
  provider: 'password',
  token: { sub: uid, email: `${uid}@example.com`, ...claims },
});

/** Compiles rules given as a value, as if read from a file. */
export const compile = (rules: Json): Rules => compileRules(JSON.stringify({ rules }), 'test.rules.json');

interface Given {
  auth?: Auth;
  data?: Json;
  query?: QueryView;
}

export function mayRead(
  rules: Rules,
  path: string,
  { auth = null, data = null, query }: Given = {},
): boolean {
  return rules.canRead({ auth, now: NOW, root: jsonView(data), path: keysOf(path), query });
}

/** Asks for all of `writes` (path → value, null deletes) as one update. */
export function mayWrite(rules: Rules, writes: Record<string, Json>, given: Given = {}): boolean {
  const { auth = null, data = null } = given;
  const answer = rules.canWrite({
    auth,
    now: NOW,
    root: jsonView(data),
    newRoot: jsonView(withWrites(data, writes)),
    writes: Object.entries(writes).map(([path, value]) => ({ path: keysOf(path), deletes: value === null })),
  });
  return typeof answer === 'boolean' ? answer : atOnce(answer);
}
