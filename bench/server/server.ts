/** `npm run bench:server`: measures the embedded database and prints a table. Server and clients are two processes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RawClient } from '../../test/support/clients/rawClient';
import { spawnServer, type ServerProcess } from '../../test/support/server/spawnServer';

const rows: { measure: string; value: string }[] = [];
const row = (measure: string, value: string) => {
  rows.push({ measure, value });
  console.log(`${measure.padEnd(52)} ${value}`);
};
const task = (index: number) => ({
  taskName: `Task number ${index}`,
  taskDescription: 'Buy what is missing, and do not forget the milk.',
  taskList: index % 2 ? 'personal' : 'work',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: index,
});
const key = (index: number) => `-O${String(index).padStart(18, '0')}`;
const tasks = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [key(index), task(index)]));

async function fill(server: ServerProcess, path: string, count: number): Promise<void> {
  const all = Object.entries(tasks(count));
  for (let from = 0; from < count; from += 5_000) {
    const body = JSON.stringify(Object.fromEntries(all.slice(from, from + 5_000)));
    const response = await fetch(`http://${server.host}${path}.json?print=silent`, { method: 'PATCH', body });
    if (!response.ok) throw new Error(await response.text());
  }
}

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;

/** Durable writes per second with `depth` pending writes of every client. */
async function writes(
  server: ServerProcess,
  clients: number,
  depth: number,
  seconds: number,
): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: clients }, () => RawClient.open(server.host)));
  let answered = 0;
  const end = performance.now() + seconds * 1000;
  const began = performance.now();
  await Promise.all(
    sockets.flatMap((socket, client) =>
      Array.from({ length: depth }, async (_, lane) => {
        for (let index = 0; performance.now() < end; index += 1) {
          const { s } = await socket.ask('p', {
            p: `/u${client}/tasks/${key(lane * 100 + (index % 100))}`,
            d: task(index),
          });
          if (s !== 'ok') throw new Error(s);
          socket.messages.length = 0;
          answered += 1;
        }
      }),
    ),
  );
  const rate = answered / ((performance.now() - began) / 1000);
  await Promise.all(sockets.map(socket => socket.close()));
  return Math.round(rate);
}

async function fanOut(server: ServerProcess, listeners: number): Promise<string> {
  const sockets = await Promise.all(Array.from({ length: listeners }, () => RawClient.open(server.host)));
  await Promise.all(sockets.map(socket => socket.ask('q', { p: '/fan', h: '' })));
  const writer = await RawClient.open(server.host);
  const times: number[] = [];
  for (let round = 1; round <= 10; round += 1) {
    const began = performance.now();
    const received = sockets.map(socket =>
      socket.until(({ d }) => (d.b as { d?: number } | undefined)?.d === round),
    );
    await writer.ask('p', { p: '/fan/round', d: round });
    await Promise.all(received);
    times.push(performance.now() - began);
  }
  await Promise.all([...sockets, writer].map(socket => socket.close()));
  return `${median(times).toFixed(1)} ms until all have heard`;
}

/** Milliseconds of one durable write into a list of `count` tasks, one after the other. */
async function writeCost(
  server: ServerProcess,
  path: string,
  count: number,
  listen?: object,
): Promise<number> {
  const socket = await RawClient.open(server.host);
  if (listen) await socket.ask('q', { p: path, h: '', t: 1, q: listen as never });
  const times: number[] = [];
  for (let index = 0; index < 3_000; index += 1) {
    const began = performance.now();
    await socket.ask('p', { p: `${path}/${key((index * 7919) % count)}`, d: task(index) });
    times.push((performance.now() - began) * 1000);
    socket.messages.length = 0;
  }
  await socket.close();
  return median(times);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-bench-'));
  let server = await spawnServer(folder);
  const bare = await server.memory();
  row('durable writes a second, 1 WebSocket client', String(await writes(server, 1, 1, 4)));
  row('durable writes a second, 1 client, 50 on their way', String(await writes(server, 1, 50, 4)));
  row('durable writes a second, 20 clients', String(await writes(server, 20, 1, 4)));
  row('durable writes a second, 200 clients', String(await writes(server, 200, 1, 4)));
  row('durable writes a second, 200 clients, 5 on their way', String(await writes(server, 200, 5, 4)));
  row('one write heard by 1,000 listeners', await fanOut(server, 1_000));
  for (const count of [100, 1_000, 10_000]) {
    await fill(server, `/read${count}`, count);
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const began = performance.now();
      await (await fetch(`http://${server.host}/read${count}.json`)).text();
      times.push(performance.now() - began);
    }
    row(`REST read of ${count} tasks`, `${median(times).toFixed(1)} ms`);
  }
  await server.end('SIGTERM');
  await rm(folder, { recursive: true });

  const big = await mkdtemp(join(tmpdir(), 'daywall-bench-'));
  server = await spawnServer(big);
  for (const count of [1_000, 10_000, 100_000]) await fill(server, `/list${count}`, count);
  const byDate = { i: 'taskDueDate', l: 50, vf: 'l' };
  for (const [name, listen] of [
    ['', undefined],
    [', a window of 50 listens', byDate],
    [', all of work listens', { i: 'taskList', sp: 'work', ep: 'work' }],
  ] as const)
    for (const count of [1_000, 10_000, 100_000])
      row(
        `one write into ${count} tasks${name}`,
        `${Math.round(await writeCost(server, `/list${count}`, count, listen))} µs`,
      );
  for (const path of ['/list1000', '/list10000'])
    await fetch(`http://${server.host}${path}.json`, { method: 'DELETE' });
  await server.end('SIGTERM');
  server = await spawnServer(big);
  row('start with 100,000 tasks', `${server.startMs} ms`);
  const { heapUsed, external } = await server.memory();
  row(
    'memory a task',
    `${Math.round((heapUsed + external - bare.heapUsed - bare.external) / 100_000)} bytes`,
  );
  await server.end('SIGTERM');
  await rm(big, { recursive: true });
  console.log('');
  console.table(rows);
}

void main();
