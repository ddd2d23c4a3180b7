/**
 * Many clients write while the server is killed again and again. Each lane is a register that successive writes
 * replace; after a kill it must hold the last answered write or the pending one, complete, and nothing older than a
 * reader has seen.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RawClient } from '../../support/clients/rawClient';
import { spawnServer, type ServerProcess } from '../../support/server/spawnServer';
import type { Json } from '../../../server/lib/types';

/** `heapMegabytes` is the heap of each server. */
export type CrashPlan = {
  writes: number;
  clients: number;
  kills: number;
  seed: number;
  heapMegabytes: number;
};
export type CrashResult = {
  answered: number;
  kills: number;
  lost: string[];
  resurrected: string[];
  halves: string[];
};

type Lane = { path: string; answered: number; sent: number; seen: number };

const LANES = 3;

/** A lane's content after its n-th write: every seventh one removes. */
export const stateOf = (n: number): Json => (n % 7 === 0 ? null : { a: n, b: { c: n } });

export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export async function runCrash({
  writes,
  clients,
  kills,
  seed,
  heapMegabytes,
}: CrashPlan): Promise<CrashResult> {
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'daywall-crash-'));
  const lanes = Array.from({ length: clients }, (_, client) =>
    Array.from({ length: LANES }, (_, lane): Lane => ({
      path: `u${client}/r${lane}`,
      answered: 0,
      sent: 0,
      seen: 0,
    })),
  );
  const result: CrashResult = { answered: 0, kills: 0, lost: [], resurrected: [], halves: [] };
  while (result.answered < writes || result.kills < kills) {
    const server = await spawnServer(folder, { heapMegabytes });
    await compare(server, lanes.flat(), result);
    const runs = Math.max(1, kills - result.kills);
    const share = Math.max(1, (writes - result.answered) / runs);
    const target = result.answered + Math.ceil(share * (runs === 1 ? 1 : 0.5 + random()));
    await writeUntil(server, lanes, result, target, random() * 20);
    result.kills += 1;
  }
  const server = await spawnServer(folder, { heapMegabytes });
  await compare(server, lanes.flat(), result);
  await server.end('SIGTERM');
  await rm(folder, { recursive: true });
  return result;
}

/** Writes on every lane until enough writes are answered, then kills the server a moment later. */
async function writeUntil(
  server: ServerProcess,
  lanes: Lane[][],
  result: CrashResult,
  target: number,
  moment: number,
): Promise<void> {
  const sockets = await Promise.all(lanes.map(() => RawClient.open(server.host)));
  const watcher = await RawClient.open(server.host);
  await watcher.ask('q', { p: '/', h: '' });
  watcher.socket.on('message', data => see(String(data as Buffer), lanes));
  await new Promise<void>(enough => {
    const writeOn = (lane: Lane, socket: RawClient): void => {
      const n = (lane.sent = Math.max(lane.sent, lane.answered) + 1);
      const state = stateOf(n);
      const asks =
        state !== null && n % 3 === 0
          ? socket.ask('m', { p: '/', d: { [`${lane.path}/a`]: n, [`${lane.path}/b`]: { c: n } } })
          : socket.ask('p', { p: `/${lane.path}`, d: state });
      void asks.then(({ s }) => {
        if (s !== 'ok') throw new Error(s);
        lane.answered = n;
        if ((result.answered += 1) >= target) enough();
        writeOn(lane, socket);
      });
    };
    lanes.forEach((own, client) => own.forEach(lane => writeOn(lane, sockets[client]!)));
  });
  await new Promise(done => setTimeout(done, moment));
  await server.end('SIGKILL');
  await Promise.all([...sockets, watcher].map(socket => socket.close()));
}

/** Notes the newest write of a lane that a listener has received. */
function see(frame: string, lanes: Lane[][]): void {
  const { d } = JSON.parse(frame) as {
    d: { a?: string; b: { p: string; d: Record<string, number> | null } };
  };
  const [, client, lane] = /^u(\d+)\/r(\d+)$/.exec(d.b.p ?? '') ?? [];
  const place = client === undefined ? undefined : lanes[Number(client)]?.[Number(lane)];
  if (d.a === 'd' && place && d.b.d) place.seen = Math.max(place.seen, d.b.d.a ?? 0);
}

async function compare(server: ServerProcess, lanes: Lane[], result: CrashResult): Promise<void> {
  const all = (await (await fetch(`http://${server.host}/.json`)).json()) as Record<
    string,
    Record<string, Json>
  > | null;
  for (const lane of lanes) {
    const [user, register] = lane.path.split('/') as [string, string];
    const found = JSON.stringify(all?.[user]?.[register] ?? null);
    const index = [lane.sent, lane.answered].find(n => JSON.stringify(n === 0 ? null : stateOf(n)) === found);
    const story = `${lane.path}: answered ${lane.answered}, sent ${lane.sent}, seen ${lane.seen}, found ${found}`;
    if (index === undefined) {
      const { a, b } = (JSON.parse(found) ?? {}) as { a?: number; b?: { c?: number } };
      if (found !== 'null' && a !== b?.c) result.halves.push(story);
      else if (found !== 'null' && (a ?? 0) < lane.answered) result.resurrected.push(story);
      else result.lost.push(story);
    } else if (index < lane.seen) result.lost.push(story);
    lane.answered = lane.sent = index ?? lane.sent;
  }
}
