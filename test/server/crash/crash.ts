/**
 * Many clients write while the server, its follower, or both are killed: every answered write must be there, complete.
 * Sometimes the data folder is deleted: then the target is restored, and may lack what was answered in the last 2 s.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runScript } from '../../support/server/command';
import { startFollowerProcess } from '../../support/server/followerProcess';
import { RawClient } from '../../support/clients/rawClient';
import { startServer, type TestServer } from '../../support/server/server';
import type { Json } from '../../../server/lib/types';

/** `heapMegabytes` is the heap of the server, of its follower and of a restore. */
export type CrashPlan = {
  writes: number;
  clients: number;
  losses: number;
  seed: number;
  heapMegabytes: number;
};
export type CrashResult = {
  answered: number;
  kills: number;
  losses: number;
  /** The age of the oldest answered write that a restore lacked, at most, in milliseconds before the loss. */
  lostMs: number;
  wrong: string[];
};

/** A register; `answers` has the time of each write's answer, `seen` the newest write that a listener was told. */
type Lane = { path: string; sent: number; seen: number; answers: Map<number, number> };

/** A lane's content after its n-th write: every seventh one removes. */
const stateOf = (n: number): Json => (n % 7 === 0 ? null : { a: n, b: { c: n } });

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const ALLOWED_MS = 2_000;
const KINDS = ['server', 'server', 'follower', 'disk'] as const;
const rules = { rules: { '.read': true, '.write': true } };

export async function runCrash(plan: CrashPlan): Promise<CrashResult> {
  const { writes, clients, losses, seed } = plan;
  const heap = { NODE_OPTIONS: `--max-old-space-size=${plan.heapMegabytes}` };
  const random = randomFrom(seed);
  const target = await mkdtemp(join(tmpdir(), 'daywall-target-'));
  const server = await startServer({ rules, env: heap });
  const lanes = Array.from({ length: clients }, (_, client): Lane => {
    return { path: `u${client}/r`, sent: 0, seen: 0, answers: new Map() };
  });
  const result: CrashResult = { answered: 0, kills: 0, losses: 0, lostMs: 0, wrong: [] };
  let follower = startFollowerProcess(server.dataDir, target, heap);
  while (result.answered < writes || result.losses < losses) {
    const share = Math.ceil(writes / (losses * KINDS.length));
    const writing = writeOn(server, lanes, result);
    await caughtUp(server);
    const enough = result.answered + share * (0.5 + random());
    while (result.answered < enough) await sleep(5);
    await sleep(random() * 50);
    const kind = KINDS[result.kills % KINDS.length]!;
    result.kills += 1;
    const endedAt = Date.now();
    await Promise.all([kind !== 'follower' && server.kill9(), kind !== 'server' && killed(follower)]);
    if (kind === 'follower') await sleep(random() * 500);
    await writing.stop();
    if (kind === 'disk') {
      result.losses += 1;
      await rm(server.dataDir, { recursive: true });
      const env = { ...heap, DATA_DIR: server.dataDir };
      const ended = await runScript('scripts/restore.ts', { args: [target], env });
      if (ended.code !== 0) throw new Error(ended.stderr);
    }
    await server.restart();
    await compare(server, lanes, result, kind === 'disk' ? endedAt : null);
    if (kind !== 'server') follower = startFollowerProcess(server.dataDir, target, heap);
  }
  await killed(follower);
  await server.stop();
  await rm(target, { recursive: true });
  return result;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Waits until the follower is connected and lacks at most the newest commits. */
async function caughtUp(server: TestServer): Promise<void> {
  for (const end = Date.now() + 60_000; ; await sleep(20)) {
    const text = await (await fetch(`${server.url}/healthz`)).text();
    if (/follower: [01] s behind/.test(text)) return;
    if (Date.now() > end) throw new Error(`The follower does not come: ${text}`);
  }
}

/** Writes on every lane until it is stopped or the server has ended. */
function writeOn(server: TestServer, lanes: Lane[], result: CrashResult): { stop(): Promise<void> } {
  let isStopped = false;
  const open = () => RawClient.open(new URL(server.url).host, 'ns=daywall');
  const watcher = open().then(async socket => {
    socket.socket.on('message', data => see(String(data as Buffer), lanes));
    await Promise.race([socket.ask('q', { p: '/', h: '' }), once(socket.socket, 'close')]);
    return socket;
  });
  const ended = Promise.all(
    lanes.map(async lane => {
      const socket = await open();
      const gone = once(socket.socket, 'close').then(() => null);
      while (!isStopped) {
        const n = (lane.sent += 1);
        const state = stateOf(n);
        const asks =
          state !== null && n % 3 === 0
            ? socket.ask('m', { p: '/', d: { [`${lane.path}/a`]: n, [`${lane.path}/b`]: { c: n } } })
            : socket.ask('p', { p: `/${lane.path}`, d: state });
        const answer = await Promise.race([asks, gone]);
        if (!answer) return;
        if (answer.s !== 'ok') throw new Error(answer.s);
        lane.answers.set(n, Date.now());
        result.answered += 1;
      }
      await socket.close();
    }),
  );
  const stop = async () => {
    isStopped = true;
    await ended;
    await (await watcher).close();
  };
  return { stop };
}

/** Notes the newest write of a lane that a listener has been told. */
function see(frame: string, lanes: Lane[]): void {
  const { d } = JSON.parse(frame) as { d: { a?: string; b?: { p?: string; d: { a?: number } | null } } };
  const lane = d.a === 'd' && lanes.find(({ path }) => path === d.b?.p);
  if (lane) lane.seen = Math.max(lane.seen, d.b?.d?.a ?? 0);
}

/** Compares the stored data with the answered writes; after a loss, the newest of these may be missing. */
async function compare(
  server: TestServer,
  lanes: Lane[],
  result: CrashResult,
  lostAt: number | null,
): Promise<void> {
  const all = (await (await fetch(`${server.url}/.json`)).json()) as Record<string, { r?: Json }> | null;
  for (const lane of lanes) {
    const [user] = lane.path.split('/') as [string];
    const found = JSON.stringify(all?.[user]?.r ?? null);
    const last = Math.max(0, ...lane.answers.keys());
    let n = lane.sent;
    while (n > 0 && JSON.stringify(stateOf(n)) !== found) n -= 1;
    const story = `${lane.path}: sent ${lane.sent}, answered ${last}, found ${found}`;
    if (n === 0 && found !== 'null') result.wrong.push(`a half: ${story}`);
    const missed = [...lane.answers].filter(([write]) => write > n).map(([, time]) => time);
    const lostMs = lostAt === null ? 0 : lostAt - Math.min(lostAt, ...missed);
    result.lostMs = Math.max(result.lostMs, lostMs);
    if (missed.length > 0 && (lostAt === null || lostMs > ALLOWED_MS)) result.wrong.push(`lost: ${story}`);
    if (n < lane.seen && lostAt === null) result.wrong.push(`seen and lost: ${story}`);
    lane.seen = 0;
    lane.sent = Math.max(n, lane.sent);
    lane.answers.clear();
    lane.answers.set(n, 0);
  }
}
