/** Event streams: first the value, then its changes, until the permission ends. */
import {
  OPEN_RULES,
  OWNER_RULES,
  startDatabaseServer,
  tokenOf,
  type TestServer,
} from '../../../support/server/databaseServer';
import type { Rules } from '../../../../server/lib/types';

let server: TestServer;
let rules: Rules = OPEN_RULES;
/** The server's time where it stands still. */
let now: number | null = null;
beforeEach(async () => {
  [rules, now] = [OPEN_RULES, null];
  server = await startDatabaseServer({ rules: () => rules, clock: () => now ?? Date.now() });
});
afterEach(async () => {
  await server.close();
  expect(server.complaints).toEqual([]);
});

const put = (path: string, value: unknown, method = 'PUT') =>
  fetch(`${server.url}${path}`, { method, body: JSON.stringify(value) });

/** Yields each event; returns undefined at the end. */
async function stream(path: string) {
  const response = await fetch(`${server.url}${path}`, { headers: { Accept: 'text/event-stream' } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<[string, unknown] | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const [event, data] = text.slice(0, end).split('\n') as [string, string];
        text = text.slice(end + 2);
        return [event.replace('event: ', ''), JSON.parse(data.replace('data: ', ''))];
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  return { response, next, cancel: () => reader.cancel() };
}

test('it begins with a put of the value, and goes on with puts and patches', async () => {
  await put('/a.json', { x: 1, list: ['p', 'q'] });
  const events = await stream('/a.json');
  expect(events.response.headers.get('content-type')).toBe('text/event-stream');
  expect(await events.next()).toEqual(['put', { path: '/', data: { x: 1, list: ['p', 'q'] } }]);
  await put('/a/x.json', 2);
  expect(await events.next()).toEqual(['put', { path: '/x', data: 2 }]);
  await put('/a.json', { x: 3, 'deep/y': 4 }, 'PATCH');
  expect(await events.next()).toEqual(['patch', { path: '/', data: { x: 3, 'deep/y': 4 } }]);
  await put('/.json', { b: 1 });
  expect(await events.next()).toEqual(['put', { path: '/', data: null }]);
  await events.cancel();
});

test('a query’s stream tells of its window alone', async () => {
  await put('/s.json', { a: 1, b: 2 });
  const events = await stream('/s.json?orderBy="$value"&limitToLast=1');
  expect(await events.next()).toEqual(['put', { path: '/', data: { b: 2 } }]);
  await put('/s/a.json', 0);
  await put('/s/c.json', 5);
  expect(await events.next()).toEqual(['patch', { path: '/', data: { c: 5, b: null } }]);
  await events.cancel();
});

test('it is refused without permission, cancelled when the rules take it away', async () => {
  rules = OWNER_RULES;
  expect((await stream('/ann.json')).response.status).toBe(401);
  const events = await stream(`/ann.json?auth=${tokenOf('ann')}`);
  expect(await events.next()).toEqual(['put', { path: '/', data: null }]);
  rules = { ...OPEN_RULES, canRead: () => false };
  server.databases.rulesChanged();
  expect(await events.next()).toEqual(['cancel', null]);
  expect(await events.next()).toBeUndefined();
});

test.each([
  ['ends', () => void (now! += 40)],
  ['is revoked', () => server.tokens.revoke('ann')],
])('when its token %s it says so and ends', async (_, end) => {
  now = Date.now();
  const events = await stream(`/ann.json?auth=${tokenOf('ann', now + 40)}`);
  await events.next();
  end();
  expect((await events.next())?.[0]).toBe('auth_revoked');
  expect(await events.next()).toBeUndefined();
});
