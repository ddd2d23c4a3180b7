/** The attacked server, the data that must not change, and the findings. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../server/lib/types';
import { lookup, signIn, signUp, type SignedIn } from '../../support/clients/identity';
import { RawClient } from '../../support/clients/rawClient';
import { startServer, type TestServer } from '../../support/server/server';

/** The product's rules, and a place that everybody may read and write. */
const open = '"open": { ".read": true, ".write": true, ".indexOn": [".value", "a", "a/b"] },';
const rules = readFileSync('database.rules.json', 'utf8').replace('"rules": {', `"rules": { ${open}`);

export interface Target {
  server: TestServer;
  /** Attacking accounts, whose data may change in any way that the rules allow. */
  attackers: SignedIn[];
  /** The account whose data must not change. */
  canary: SignedIn;
  /** The number of requests by kind. */
  counts: Record<string, number>;
  /** Events that should never happen, each with the steps that lead to it. */
  findings: string[];
}

const canaryData: Json = {
  notes: { n: { noteTitle: 'Milk', noteDescription: '😀\u2028"\\' } },
  ext: { settings: { firstDayOfWeek: { '.value': 1, '.priority': 'p' } } },
};

export async function startTarget(heapMegabytes: number): Promise<Target> {
  const server = await startServer({
    rules,
    dearPasswords: true,
    env: {
      NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
      REQUESTS_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'warn',
    },
  });
  const people = await Promise.all(
    ['canary', 'mallory', 'trudy'].map(name => signUp(server.url, `${name}@example.com`)),
  );
  const [canary, ...attackers] = people as [SignedIn, ...SignedIn[]];
  const response = await fetch(`${server.url}/${canary.localId}.json?auth=${canary.idToken}`, {
    method: 'PUT',
    body: JSON.stringify(canaryData),
  });
  if (response.status !== 200) throw new Error(`the canary's data was refused: ${await response.text()}`);
  return { server, attackers, canary, counts: {}, findings: [] };
}

let strangers = 0;

/**
 * Replaces accounts that an attack has damaged, and sometimes empties the open place, so that a round begins afresh.
 */
export async function renewAttackers({ server, attackers }: Target, seed: number): Promise<void> {
  if (seed % 4 === 0) await fetch(`${server.url}/open.json`, { method: 'DELETE' });
  for (const [index, { idToken }] of attackers.entries())
    if ((await lookup(server.url, idToken)).status !== 200)
      attackers[index] = await signUp(server.url, `stranger${(strangers += 1)}@example.com`);
}

export function count(target: Target, what: string, more = 1): void {
  target.counts[what] = (target.counts[what] ?? 0) + more;
}

/** All readable data as text: the attackers' and the canary's. */
export async function contentOf({ server, canary, attackers }: Target): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  const read = async (path: string, token: string) => {
    const response = await fetch(`${server.url}/${path}.json?format=export&auth=${token}`);
    content[path] = `${response.status} ${await response.text()}`;
  };
  for (const { localId, idToken } of [canary, ...attackers]) await read(localId, idToken);
  await read('open', canary.idToken);
  return content;
}

/** Adds to the findings everything that is wrong after `story`. */
export async function check(target: Target, story: string): Promise<void> {
  const fail = (what: string) => void target.findings.push(`${story}: ${what}`);
  const { server, canary } = target;
  try {
    const health = await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(20_000) });
    if ((await health.text()) !== 'ok') fail(`/healthz answers ${health.status}`);
    target.canary = await signIn(server.url, 'canary@example.com');
    const url = `${server.url}/${canary.localId}.json?format=export&auth=${target.canary.idToken}`;
    const text = await (await fetch(url, { signal: AbortSignal.timeout(20_000) })).text();
    const found = JSON.parse(text) as Json;
    if (!isDeepStrictEqual(found, canaryData)) fail(`the canary's data is ${JSON.stringify(found)}`);
    await checkListen(target, fail);
  } catch (error) {
    fail(`the server does not serve: ${String(error)} ${server.log().slice(-2_000)}`);
  }
  for (const line of complaintsIn(server.log())) fail(`the log says ${line}`);
}

/** Checks that a listener receives its own user's write. */
async function checkListen({ server, canary }: Target, fail: (what: string) => void): Promise<void> {
  const client = await RawClient.open(`127.0.0.1:${server.port}`, 'ns=daywall');
  const limit = setTimeout(() => void client.close(), 20_000);
  const beat = `/${canary.localId}/ext/applied/beat`;
  const answers = ['auth', 'q', 'p'].map(action =>
    client.ask(action, { cred: canary.idToken, p: beat, h: '', d: new Date().toISOString() }),
  );
  const pushed = client.until(({ d }) => d.a === 'd');
  const isPushed = Promise.all([...answers, pushed]).then(() => true);
  if (!(await Promise.race([isPushed, client.closed().then(() => false)]))) fail('a listen is not told');
  clearTimeout(limit);
  await client.ask('p', { p: beat, d: null });
  await client.close();
}

const reported = new Set<string>();

/** Lines of the log that no request should cause, each once. */
function complaintsIn(log: string): string[] {
  const lines = log
    .split('\n')
    .filter(line => /"level":[56]0/.test(line) && !line.includes('rules not reloaded'));
  const fresh = lines.filter(line => !reported.has(line));
  for (const line of fresh) reported.add(line);
  return fresh.map(line => line.slice(0, 1_500));
}
