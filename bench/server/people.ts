/**
 * `npm run bench:people -- 10000 1000 200`: a server with a heap of 256 MB, that many people, tasks of each, and
 * active people.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Status } from '../../server/status';
import { askControl } from '../../server/storage/control';
import { openStore } from '../../server/storage/store';
import { signUp, type SignedIn } from '../../test/support/clients/identity';
import { RawClient } from '../../test/support/clients/rawClient';
import { startServer, type TestServer } from '../../test/support/server/server';

const [PEOPLE = 10_000, TASKS = 1_000, ACTIVE = 200] = process.argv.slice(2).map(Number);
const SECONDS = 10;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** Number of people whose data is written in one commit. */
const TOGETHER = 10;

const task = (index: number) => ({
  taskName: `Task number ${index}`,
  taskDescription: 'Buy what is missing, and do not forget the milk.',
  taskList: index % 2 ? 'personal' : 'work',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: index,
});
const keyOf = (index: number) => `-O${String(index).padStart(18, '0')}`;
const part = (list: number[], share: number) =>
  [...list].sort((a, b) => a - b)[Math.floor((list.length - 1) * share)]!;

async function fill(folder: string, uids: readonly string[]): Promise<void> {
  const store = await openStore(folder);
  const section = store.section('db:daywall');
  for (let from = 0; from < uids.length; from += TOGETHER) {
    const together = uids.slice(from, from + TOGETHER);
    await section.commit(
      together.flatMap(uid =>
        Array.from({ length: TASKS }, (_, index) => ({
          key: `/${uid}/tasks/${keyOf(index)}`,
          value: JSON.stringify(task(index)),
        })),
      ),
    );
    for (const uid of together) section.releasePart(uid);
  }
  await store.close();
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** The server's processor time so far in milliseconds, which other processes do not distort. */
async function processorTime({ pid }: TestServer): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(user) + Number(system)) * TICK_MS;
}

async function restarts(server: TestServer): Promise<string> {
  const times: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await server.kill9();
    times.push(await timed(() => server.restart({ NODE_OPTIONS: '--max-old-space-size=256' })));
    processor.push(await processorTime(server));
  }
  return `${Math.round(part(times, 0.5))} ms (processor: ${part(processor, 0.5)} ms)`;
}

async function memory(server: TestServer): Promise<string> {
  const status = (await askControl(server.dataDir, 'status')) as Status;
  const peak = createInterface({ input: createReadStream(`/proc/${server.pid}/status`) });
  let most = '';
  for await (const line of peak) if (line.startsWith('VmHWM')) most = line.replace(/\D+/, '');
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return `heap ${megabytes(status.memory.heap)}, resident ${megabytes(status.memory.resident)}, at most ${megabytes(parseInt(most) * 1024)}`;
}

async function firstRequests(server: TestServer, accounts: SignedIn[]): Promise<string> {
  const ask = async ({ localId, idToken }: SignedIn) => {
    const answer = await fetch(`${server.url}/${localId}/tasks.json?auth=${idToken}`);
    if (Object.keys((await answer.json()) as object).length !== TASKS) throw new Error('not all of it');
  };
  const words = async () => {
    const before = await processorTime(server);
    const list: number[] = [];
    for (const account of accounts) list.push(await timed(() => ask(account)));
    const each = ((await processorTime(server)) - before) / accounts.length;
    return `${part(list, 0.5).toFixed(1)} ms (95 %: ${part(list, 0.95).toFixed(1)}, processor: ${each.toFixed(1)})`;
  };
  return `first request ${await words()}, second ${await words()}`;
}

async function active(server: TestServer, accounts: SignedIn[]): Promise<string> {
  const sockets = await Promise.all(
    accounts.map(async ({ localId, idToken }) => {
      const socket = await RawClient.open(`127.0.0.1:${server.port}`, 'ns=daywall');
      await socket.ask('auth', { cred: idToken });
      await socket.ask('q', { p: `/${localId}/tasks`, h: '' });
      socket.messages.length = 0;
      return socket;
    }),
  );
  const end = performance.now() + SECONDS * 1_000;
  const times: number[] = [];
  await Promise.all(
    sockets.map(async (socket, at) => {
      for (let index = 0; performance.now() < end; index += 1) {
        const place = `/${accounts[at]!.localId}/tasks/${keyOf(index % TASKS)}`;
        const ask = async () => {
          const { s } = await socket.ask('p', { p: place, d: task(index) });
          if (s !== 'ok') throw new Error(s);
        };
        times.push(await timed(ask));
        socket.messages.length = 0;
      }
    }),
  );
  const rate = Math.round(times.length / SECONDS);
  const answer = `${rate} writes a second, a write ${part(times, 0.5).toFixed(1)} ms (95 %: ${part(times, 0.95).toFixed(1)})`;
  await Promise.all(sockets.map(socket => socket.close()));
  return answer;
}

async function main(): Promise<void> {
  const server = await startServer();
  try {
    const accounts: SignedIn[] = [];
    for (let index = 0; index < ACTIVE; index += 1)
      accounts.push(await signUp(server.url, `active${index}@example.com`));
    console.log(`start with nothing stored: ${await restarts(server)}`);
    await server.kill9();
    const others = Array.from(
      { length: PEOPLE - ACTIVE },
      (_, index) => `u${String(index).padStart(27, '0')}`,
    );
    console.log(
      `filled in ${Math.round(await timed(() => fill(join(server.dataDir), [...others, ...accounts.map(({ localId }) => localId)])))} ms`,
    );
    await server.restart();
    console.log(
      `start with ${PEOPLE} people of ${TASKS} tasks: ${await restarts(server)}; ${await memory(server)}`,
    );
    console.log(await firstRequests(server, accounts.slice(0, 100)));
    console.log(`${ACTIVE} active: ${await active(server, accounts)}; ${await memory(server)}`);
    console.log(`load of the machine at the end: ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await server.stop();
  }
}

void main();
