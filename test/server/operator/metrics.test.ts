/** The server's metrics, and who may read them. */
import { getDatabase, goOffline, onValue, ref } from 'firebase/database';
import { signInWithEmailAndPassword } from 'firebase/auth';
import { Measures } from '../../../server/operator/measures';
import { createMetrics } from '../../../server/operator/metrics';
import type { FollowBacklog } from '../../../server/storage/follow/followers';
import { openClient } from '../../support/clients/authClient';
import { ask, askUpgrade } from '../../support/clients/http';
import { call, signUp } from '../../support/clients/identity';
import { startHere, type ServerHere } from '../../support/server/serverHere';
import { until } from '../../support/until';

let server: ServerHere;
let token: ServerHere;
const METRICS_TOKEN = 'a-token-of-16-or-more';
beforeAll(async () => {
  [server, token] = await Promise.all([
    startHere(),
    startHere({ env: { METRICS_TOKEN, PUBLIC_URL: 'https://tasks.example', TRUST_PROXY: '1' } }),
  ]);
});
afterAll(() => Promise.all([server.stop(), token.stop()]));

/** The value of a metric, NaN if it is missing. */
async function measured(line: string): Promise<number> {
  const { body } = await ask(`${server.url}/metrics`);
  return Number(
    body
      .split('\n')
      .find(each => each.startsWith(`${line} `))
      ?.slice(line.length) ?? NaN,
  );
}

it('answers in Prometheus’ text format, every line of it', async () => {
  const { status, headers, body } = await ask(`${server.url}/metrics`);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  const value = String.raw`(\+Inf|NaN|Nan|-?\d+(\.\d+)?(e[+-]?\d+)?)`;
  const sample = new RegExp(String.raw`^[a-z_][a-z0-9_]*(\{([a-z_]+="[^"\\]*",?)+\})? ${value}$`);
  for (const line of body.split('\n').filter(Boolean))
    expect(line).toMatch(
      line.startsWith('#') ? /^# (HELP [a-z0-9_]+ .+|TYPE [a-z0-9_]+ (counter|gauge|histogram))$/ : sample,
    );
  expect(body).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
  expect(body).toMatch(/^nodejs_heap_size_used_bytes \d{6,}$/m);
  expect(body).toMatch(/^daywall_data_folder_bytes \d{2,}$/m);
  expect(body).not.toMatch(/^daywall_follower_backlog/m);
});

it('counts requests by kind and answer, writes, latency, sockets, listens, sizes', async () => {
  const { localId: uid, idToken } = await signUp(server.url, 'ann@example.com');
  await call(server.url, 'accounts:lookup', { idToken: 'none' });
  const place = `${server.url}/${uid}/ext/settings/firstDayOfWeek.json`;
  const put = (auth: string) => fetch(`${place}?auth=${auth}`, { method: 'PUT', body: '1' });
  expect((await put(idToken)).status).toBe(200);
  expect((await fetch(place, { method: 'PUT', body: '1' })).status).toBe(401);
  const invalid = { method: 'PUT', body: '"tomorrow"' };
  expect((await fetch(`${place}?auth=${idToken}`, invalid)).status).toBe(401);
  await fetch(`${server.url}/healthz`);
  await askUpgrade(server.url, { origin: 'https://evil.example' });
  expect(await measured('daywall_requests_total{kind="identity",status="200"}')).toBe(1);
  expect(await measured('daywall_requests_total{kind="identity",status="400"}')).toBe(1);
  expect(await measured('daywall_requests_total{kind="database",status="200"}')).toBe(1);
  expect(await measured('daywall_requests_total{kind="database",status="401"}')).toBe(2);
  expect(await measured('daywall_requests_total{kind="health",status="200"}')).toBe(1);
  expect(await measured('daywall_requests_total{kind="socket",status="403"}')).toBe(1);
  expect(await measured('daywall_writes_total{answer="ok"}')).toBe(1);
  expect(await measured('daywall_writes_total{answer="permission_denied"}')).toBe(1);
  expect(await measured('daywall_write_seconds_count')).toBe(2);
  expect(await measured('daywall_write_seconds_bucket{le="+Inf"}')).toBe(2);
  const sum = await measured('daywall_write_seconds_sum');
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(60);
  expect(await measured('daywall_accounts')).toBe(1);
  expect(await measured('daywall_reminded_accounts')).toBe(0);
  expect(await measured('daywall_reminders_waiting')).toBe(0);
  expect(await measured('daywall_stored_bytes{database="daywall"}')).toBeGreaterThan(0);
  expect(await measured('daywall_loaded_bytes{database="daywall"}')).toBeGreaterThan(0);

  const client = await openClient(server.url);
  await signInWithEmailAndPassword(client.auth, 'ann@example.com', 'secret1');
  const database = getDatabase(client.auth.app);
  const firstValue = new Promise(done => onValue(ref(database, `${uid}/tasks`), done));
  await firstValue;
  const stream = new AbortController();
  const events = await fetch(place.replace('.json', `.json?auth=${idToken}`), {
    headers: { accept: 'text/event-stream' },
    signal: stream.signal,
  });
  expect(events.status).toBe(200);
  expect(await measured('daywall_sockets')).toBe(1);
  expect(await measured('daywall_event_streams')).toBe(1);
  expect(await measured('daywall_listens')).toBe(2);
  stream.abort();
  goOffline(database);
  await client.close();
  await until(async () => expect(await measured('daywall_listens')).toBe(0));
});

it('has a count for each kind of path, and none for what people name themselves', async () => {
  for (let i = 0; i < 50; i += 1) await fetch(`${server.url}/made-up-${i}?x=${i}`);
  const { body } = await ask(`${server.url}/metrics`);
  expect(body).not.toContain('made-up');
  expect(body.split('\n').filter(line => line.startsWith('daywall_requests_total')).length).toBeLessThan(20);
});

describe('is read by this machine alone', () => {
  it('no proxy has touched it, and nobody else can be behind it', async () => {
    const { status, body } = await ask(`${server.url}/metrics`, {
      headers: { 'x-forwarded-for': '127.0.0.1' },
    });
    expect([status, body]).toEqual([403, 'Only this machine may read this']);
    // A stranger who names loopback, through a proxy that adds no header.
    expect((await ask(`${token.url}/metrics`)).status).toBe(401);
  });

  it('or by who has the token', async () => {
    const read = async (authorization?: string) =>
      (
        await ask(`${token.url}/metrics`, {
          headers: {
            host: 'tasks.example',
            'x-forwarded-for': '192.0.2.1',
            ...(authorization && { authorization }),
          },
        })
      ).status;
    expect(await read(`Bearer ${METRICS_TOKEN}`)).toBe(200);
    expect(await read()).toBe(401);
    expect(await read(`Bearer ${METRICS_TOKEN}x`)).toBe(401);
    expect(await read('Bearer x')).toBe(401);
    expect(token.log()).not.toContain(METRICS_TOKEN);
  });
});

describe('the backlog of a follower', () => {
  const gauges = (followerBacklog: () => FollowBacklog) => ({
    accounts: () => 0,
    databases: () => ({ sockets: 0, eventStreams: 0, listens: 0, stored: {} }),
    dataFolder: async () => 0,
    reminders: () => ({ accounts: 0, waiting: 0 }),
    followerBacklog,
  });

  it('is there while somebody follows, and not 0 while nobody does', async () => {
    let backlog: FollowBacklog = { milliseconds: 1_500, commits: 40 };
    const metrics = createMetrics(
      new Measures(),
      gauges(() => backlog),
    );
    const text = async () => (await metrics.answer()).text();
    expect(await text()).toMatch(
      /^daywall_follower_backlog_seconds 1.5$[^]*^daywall_follower_backlog_commits 40$/m,
    );
    backlog = null;
    expect(await text()).not.toMatch(/^daywall_follower_backlog/m);
    backlog = { milliseconds: 0, commits: 0 };
    expect(await text()).toMatch(/^daywall_follower_backlog_seconds 0$/m);
    backlog = { milliseconds: null, commits: 7 };
    expect(await text()).not.toMatch(/^daywall_follower_backlog_seconds/m);
    expect(await text()).toMatch(/^daywall_follower_backlog_commits 7$/m);
  });

  it('and latencies are counted up to each bound', async () => {
    const measures = new Measures();
    for (const seconds of [0.0005, 0.002, 0.002, 0.3, 99]) measures.write('ok', seconds);
    const text = await (
      await createMetrics(
        measures,
        gauges(() => null),
      ).answer()
    ).text();
    const bucket = (le: string) => Number(new RegExp(`_bucket\\{le="${le}"\\} (\\d+)`).exec(text)![1]);
    expect(['0.001', '0.0025', '0.25', '0.5', '10', '\\+Inf'].map(bucket)).toEqual([1, 3, 3, 4, 4, 5]);
    expect(text).toContain('daywall_write_seconds_count 5');
  });
});
