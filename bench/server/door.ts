/**
 * `npm run bench:door`: durable writes through the HTTP server, with accounts and the app's rules, beside a bare
 * LevelDB that syncs batches of the same size. Both take turns, so that their ratio is valid on a busy machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { signUp, type SignedIn } from '../../test/support/clients/identity';
import { RawClient } from '../../test/support/clients/rawClient';
import { startServer, type TestServer } from '../../test/support/server/server';

const SECONDS = 3;
const ROUNDS = 3;
const ACCOUNTS = 10;

const task = (index: number) => ({
  taskName: `Task number ${index}`,
  taskDescription: 'Buy what is missing, and do not forget the milk.',
  taskList: index % 2 ? 'personal' : 'work',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: index,
});
const key = (index: number) => `-O${String(index).padStart(18, '0')}`;
const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;

/** Records per second of a bare LevelDB with `count` records in each synced batch. */
async function bare(level: ClassicLevel, count: number): Promise<number> {
  const [began, end] = [performance.now(), performance.now() + SECONDS * 1000];
  let written = 0;
  while (performance.now() < end) {
    const records = Array.from({ length: count }, (_, index) => ({
      type: 'put' as const,
      key: `/account${index}/tasks/${key(index)}`,
      value: JSON.stringify(task(written + index)),
    }));
    await level.batch(records, { sync: true });
    written += count;
  }
  return written / ((performance.now() - began) / 1000);
}

/** Answered writes per second with one pending write on each socket. */
async function answered(sockets: RawClient[], accounts: SignedIn[]): Promise<number> {
  const [began, end] = [performance.now(), performance.now() + SECONDS * 1000];
  let count = 0;
  await Promise.all(
    sockets.map(async (socket, client) => {
      const place = `/${accounts[client % accounts.length]!.localId}/tasks/${key(client)}`;
      for (let index = 0; performance.now() < end; index += 1) {
        const { s } = await socket.ask('p', { p: place, d: task(index) });
        if (s !== 'ok') throw new Error(s);
        socket.messages.length = 0;
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - began) / 1000);
}

async function compare(server: TestServer, level: ClassicLevel, accounts: SignedIn[], clients: number) {
  const sockets = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const socket = await RawClient.open(`127.0.0.1:${server.port}`, 'ns=daywall');
      await socket.ask('auth', { cred: accounts[client % accounts.length]!.idToken });
      return socket;
    }),
  );
  const rounds: { bare: number; door: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ bare: await bare(level, clients), door: await answered(sockets, accounts) });
  await Promise.all(sockets.map(socket => socket.close()));
  const [raw, served] = [median(rounds.map(round => round.bare)), median(rounds.map(round => round.door))];
  const ratio = median(rounds.map(round => round.door / round.bare));
  console.log(
    `${clients} sockets: ${Math.round(served)} writes a second, bare ${Math.round(raw)}, ratio ${ratio.toFixed(2)}`,
  );
}

async function start(server: TestServer, accounts: SignedIn[]): Promise<void> {
  for (let from = 0; from < 100_000; from += 2_000) {
    const { localId, idToken } = accounts[(from / 2_000) % accounts.length]!;
    const body = JSON.stringify(
      Object.fromEntries(
        Array.from({ length: 2_000 }, (_, index) => [key(from + index), task(from + index)]),
      ),
    );
    const url = `${server.url}/${localId}/tasks.json?print=silent&auth=${idToken}`;
    const answer = await fetch(url, { method: 'PATCH', body });
    if (!answer.ok) throw new Error(await answer.text());
  }
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await server.kill9();
    const began = performance.now();
    await server.restart();
    times.push(performance.now() - began);
  }
  console.log(`start with 100,000 tasks, process and all: ${Math.round(median(times))} ms`);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-door-'));
  const level = new ClassicLevel(folder);
  await level.open();
  const server = await startServer({ dearPasswords: true });
  try {
    const accounts = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, index) => signUp(server.url, `bench${index}@example.com`)),
    );
    for (const clients of [1, 20, 200]) await compare(server, level, accounts, clients);
    await start(server, accounts);
    console.log(`load of the machine at the end: ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await level.close();
    await rm(folder, { recursive: true });
    await server.stop();
  }
}

void main();
