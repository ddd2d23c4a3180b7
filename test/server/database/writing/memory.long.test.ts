/**
 * A database with parts in memory answers like a database that is wholly in memory, for random users, operations and
 * moments of eviction. `MEMORY_SEED` and `MEMORY_ROUNDS` choose another run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from '../../../../server/database/socket/session';
import { splitPath } from '../../../../server/database/tree/keys';
import type { Json } from '../../../../server/lib/types';
import { startDatabaseServer, TestTokens, type TestServer } from '../../../support/server/databaseServer';
import { times } from '../../../support/long';
import { user } from '../../../support/rules/rules';
import { Side, type Act } from '../holding/side';

const seed = Number(process.env['MEMORY_SEED'] ?? 7);
const rounds = Number(process.env['MEMORY_ROUNDS'] ?? times(300, 3_000));
jest.setTimeout(60_000 + rounds * 100);

let state = seed;
/** A random whole number from 0 to below `limit`, the same sequence for the same seed. */
function below(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!;

const USERS = ['ann', 'bob', 'cleo', 'dora', 'emil'];
const ASKING = [...USERS, 'admin'];
const QUERIES: (Json | undefined)[] = [
  undefined,
  undefined,
  { i: 'n', l: 2, vf: 'r' },
  { i: '.key', l: 3 },
  { i: 'n', sp: 2, ep: 5 },
];

function randomAct(): Act {
  const uid = oneOf([...USERS, ...USERS, 'friends']);
  const id = below(6);
  const path = oneOf([
    uid,
    `${uid}/tasks`,
    `${uid}/tasks`,
    `${uid}/tasks/t${id}`,
    `${uid}/tasks/t${id}/n`,
    '',
  ]);
  const asking = uid === 'friends' || path === '' ? 'admin' : oneOf([uid, uid, uid, oneOf(ASKING)]);
  const what = oneOf(['read', 'listen', 'set', 'set', 'merge', 'merge', 'at the end', 'end'] as const);
  return {
    what: path === '' && what === 'set' && below(4) > 0 ? 'read' : what,
    path,
    auth: below(20) === 0 ? null : user(asking),
    data: what === 'merge' ? randomMerge(path) : randomData(path),
    query: path.endsWith('/tasks') || path === '' ? oneOf(QUERIES) : undefined,
    withHash: below(4) === 0,
  };
}

const task = (): Json => ({ n: below(9), name: 'x'.repeat(below(3) * 600) });

function randomData(path: string): Json {
  if (below(6) === 0) return null;
  if (path === '') return { ann: { tasks: { t1: task() } }, friends: { ann: { bob: 1 } }, leaf: below(9) };
  if (path.startsWith('friends')) return { [oneOf(USERS)]: { [oneOf(USERS)]: 1 } };
  if (path.endsWith('/n')) return oneOf<Json>([below(9), { '.sv': { increment: 1 } }, 'text']);
  if (path.endsWith('/tasks')) return { [`t${below(6)}`]: task(), [`t${below(6)}`]: task() };
  return path.includes('/tasks/') ? task() : { tasks: { t1: task(), t2: task() }, '.priority': below(3) };
}

function randomMerge(path: string): Json {
  if (path !== '') return { [`m${below(3)}`]: oneOf<Json>([1, null, { a: 1 }]) };
  return {
    [`${oneOf(USERS)}/tasks/t1/n`]: below(9),
    [`friends/${oneOf(USERS)}/${oneOf(USERS)}`]: oneOf([1, null]),
  };
}

/** A random act, or acts of several users at once. */
function randomActs(): Act[] {
  const first = randomAct();
  // A listen to the whole database would keep it in memory, so most of these are dropped.
  if (first.path === '' && first.what === 'listen' && below(5) > 0) return [];
  const isAlone = (act: Act) => act.path === '' || act.path.startsWith('friends') || act.what.includes('end');
  const acts = new Map([[splitPath(first.path)[0], first]]);
  if (isAlone(first)) return [first];
  for (let more = below(4); more > 0; more -= 1) {
    const act = randomAct();
    const key = splitPath(act.path)[0];
    if (!isAlone(act) && !acts.has(key)) acts.set(key, act);
  }
  return [...acts.values()];
}

/** Evicts unused parts at each turn of the event loop until the work is done. */
async function evictingMeanwhile(side: Side, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const evict = () => {
    side.database.evict();
    if (!isDone) setImmediate(evict);
  };
  evict();
  await work.finally(() => (isDone = true));
  side.database.evict();
}

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-memory-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

test(`seed ${seed}, ${rounds} rounds: memory makes no difference but time`, async () => {
  // The cold database evicts each part that nobody uses; the whole one keeps all.
  const [cold, whole] = [new Side(join(folder, 'cold'), 0), new Side(join(folder, 'whole'), 1e9)];
  for (const side of [cold, whole]) await side.open();
  for (let round = 0; round < rounds; round += 1) {
    const acts = randomActs();
    // The order of answers about unrelated parts depends on what is in memory, so both are sorted.
    for (const side of [cold, whole])
      await evictingMeanwhile(cold, Promise.all(acts.map(act => side.do(act))));
    expect([round, cold.seen.splice(0).sort()]).toEqual([round, whole.seen.splice(0).sort()]);
    if (below(40) !== 0) continue;
    for (const side of [cold, whole]) {
      await side.close();
      await side.open();
    }
  }
  expect([cold.complaints, whole.complaints]).toEqual([[], []]);
  const recordsOf = async ({ store }: Side) => {
    const records = [];
    for await (const pair of store.snapshot()) records.push(pair);
    return records;
  };
  for (const side of [cold, whole]) await side.database.drained();
  expect(await recordsOf(cold)).toEqual(await recordsOf(whole));
  for (const side of [cold, whole]) await side.close();
});

test('what nobody uses for five minutes goes, what somebody listens to stays', async () => {
  const side = new Side(join(folder, 'idle'), 1e9);
  await side.open();
  for (const path of ['ann', 'bob'])
    await side.do({ ...READ, what: 'set', path, auth: user(path), data: { tasks: { t: task() } } });
  await side.do({ ...READ, what: 'listen', path: 'bob/tasks', auth: user('bob') });
  const reads: string[] = [];
  const { readPart } = side.section;
  side.section.readPart = key => {
    reads.push(key);
    return readPart(key);
  };
  const readAfter = async (minutes: number) => {
    side.now += minutes * 60_000;
    side.database.evict();
    for (const path of ['ann', 'bob']) await side.do({ ...READ, path, auth: user(path) });
    return reads.splice(0);
  };
  expect([await readAfter(4), await readAfter(4), await readAfter(5)]).toEqual([[], [], ['ann']]);
  await side.close();
});

test('many who ask at once are read a few at a time, each once', async () => {
  const side = new Side(join(folder, 'many'), 1e9);
  await side.open();
  const uids = Array.from({ length: 40 }, (_, index) => `u${index}`);
  const read = () =>
    Promise.all([...uids, ...uids].map(uid => side.do({ ...READ, path: uid, auth: user(uid) })));
  for (const uid of uids)
    await side.do({ ...READ, what: 'set', path: uid, auth: user(uid), data: { tasks: { t: task() } } });
  await side.close();
  await side.open();
  let [now, most, all] = [0, 0, 0];
  const { readPart } = side.section;
  side.section.readPart = async function* (key) {
    most = Math.max(most, (now += 1));
    all += 1;
    yield* readPart(key);
    now -= 1;
  };
  await read();
  expect([all, most]).toEqual([40, 4]);
  await side.close();
});

test('large parts are read one after the other, each once there is room for it', async () => {
  const LOADED = 2_000_000;
  const side = new Side(join(folder, 'large'), LOADED);
  await side.open();
  const uids = Array.from({ length: 8 }, (_, index) => `u${index}`);
  for (const uid of uids)
    await side.do({ ...READ, what: 'set', path: uid, auth: user(uid), data: { tasks: 'x'.repeat(600_000) } });
  await side.close();
  await side.open();
  let [now, most, fullest] = [0, 0, 0];
  const { readPart } = side.section;
  side.section.readPart = async function* (key) {
    most = Math.max(most, (now += 1));
    for await (const page of readPart(key)) {
      fullest = Math.max(fullest, side.database.sizes.loaded + 600_000);
      yield page;
    }
    now -= 1;
  };
  await Promise.all(uids.map(uid => side.do({ ...READ, path: `${uid}/tasks/none`, auth: user(uid) })));
  expect(most).toBe(1);
  expect(fullest).toBeLessThan(LOADED);
  await side.close();
});

const READ: Act = { what: 'read', path: '', auth: null, data: null, query: undefined, withHash: false };

test('an update of all that reaches one part is answered with the ETag of all', async () => {
  const first = await startDatabaseServer();
  const send = (server: TestServer, method: string, data?: object) =>
    fetch(`${server.url}/.json`, {
      method,
      headers: { 'x-firebase-etag': 'true' },
      ...(data ? { body: JSON.stringify(data) } : {}),
    });
  await send(first, 'PUT', { ann: { a: 1 }, bob: { b: 1 } });
  await first.close({ keep: true });
  const second = await startDatabaseServer({ folder: first.folder });
  const answer = await send(second, 'PATCH', { 'ann/a': 2 });
  expect(answer.status).toBe(200);
  const read = await send(second, 'GET');
  expect(await read.json()).toEqual({ ann: { a: 2 }, bob: { b: 1 } });
  expect(answer.headers.get('etag')).toBe(read.headers.get('etag'));
  await second.close();
});

test('while the rules’ data are read, a listener is told nothing, then all or its end', async () => {
  const side = new Side(join(folder, 'listener'), 0);
  await side.open();
  const write = (path: string, data: Json) =>
    side.do({ ...READ, what: 'set', path, auth: user('admin'), data });
  await write('friends/ann/bob', 1);
  await write('ann/tasks/t', { n: 1 });
  const sentFrames: string[] = [];
  const session = new Session({
    id: 's',
    database: side.database,
    tokens: new TestTokens(() => 0),
    clock: () => 0,
  });
  session.attach({
    send: frames => void sentFrames.push(String(frames)),
    progressed: () => undefined,
    fail: error => void sentFrames.push(String(error)),
    keeps: () => undefined,
  });
  session.identity.auth = user('bob');
  await session.handle({ number: 1, action: 'q', body: { p: '/ann/tasks/t/n', h: '' } });
  side.database.evict();
  sentFrames.length = 0;
  // Reading the friends is delayed until the listener has missed a change.
  const { readPart } = side.section;
  const recheckAround = async (value: number) => {
    let begin = () => undefined as void;
    const begun = new Promise<void>(done => (begin = done));
    side.section.readPart = async function* (key) {
      if (key === 'friends') await begun;
      yield* readPart(key);
    };
    const decided = session.recheck();
    await write('ann/tasks/t/n', value);
    const meanwhile = sentFrames.splice(0);
    begin();
    await decided;
    return [meanwhile, sentFrames.splice(0)];
  };
  const change = '{"t":"d","d":{"a":"d","b":{"p":"ann/tasks/t/n","d":2}}}';
  expect(await recheckAround(2)).toEqual([[], [change]]);
  side.section.readPart = readPart;
  await write('friends/ann', { cleo: 1 });
  side.database.evict();
  expect(await recheckAround(3)).toEqual([[], ['{"t":"d","d":{"a":"c","b":{"p":"ann/tasks/t/n"}}}']]);
  session.end();
  await side.close();
});
