/** Missing files, too many open files, and a log that cannot be written each cost at most one answer. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ask } from '../../support/clients/http';
import { startServer, type TestServer } from '../../support/server/server';

let dist: string;
let server: TestServer | undefined;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'daywall-dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<!doctype html>the app');
  await writeFile(join(dist, 'assets/big.0123abcd.js'), 'x'.repeat(3_000_000));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(dist, { recursive: true, force: true });
});

const isServing = async () => {
  expect((await ask(`${server!.url}/healthz`)).body).toBe('ok');
  expect(server!.log()).not.toMatch(/"level":[56]0/);
};

test('files that come and go are served whole or not at all, and end no process', async () => {
  server = await startServer({ dist });
  const file = join(dist, 'assets/small.0123abcd.js');
  let isBuilding = true;
  const building = (async () => {
    while (isBuilding) {
      await writeFile(`${file}.new`, 'y'.repeat(20_000));
      await rename(`${file}.new`, file);
      await new Promise(done => setTimeout(done, 1));
      await rm(file);
    }
  })();
  const seen = new Set<string>();
  for (let round = 0; round < 100; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        ask(`${server!.url}/assets/small.0123abcd.js`).then(
          ({ status, body }) => `${status} ${status === 200 ? body.length : ''}`,
          () => 'cut',
        ),
      ),
    );
    for (const answer of answers) seen.add(answer);
  }
  isBuilding = false;
  await building;
  await isServing();
  seen.delete('cut');
  for (const answer of seen) expect(['200 20000', '404 ']).toContain(answer);
});

test('a range of any form is answered with the whole file', async () => {
  server = await startServer({ dist });
  const ranges = ['bytes=5-2', 'bytes=-5', 'bytes=x-y', 'bytes=0-999999999', 'bytes=99999999-', '5'];
  for (const range of ranges) {
    const { status, body } = await ask(`${server.url}/assets/big.0123abcd.js`, { headers: { range } });
    expect([status, body.length]).toEqual([200, 3_000_000]);
  }
  await isServing();
});

test('too many open files cost answers, and are over when they are over', async () => {
  server = await startServer({ dist });
  execFileSync('prlimit', ['--nofile=120', '--pid', String(server.pid)]);
  const sockets: Socket[] = [];
  for (let count = 0; count < 150; count += 1) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    socket.on('data', () => undefined);
    sockets.push(socket);
  }
  await new Promise(done => setTimeout(done, 500));
  for (let round = 0; round < 3; round += 1) {
    for (const socket of sockets)
      if (socket.writable)
        socket.write(`GET /assets/big.0123abcd.js HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    await new Promise(done => setTimeout(done, 300));
  }
  for (const socket of sockets) socket.destroy();
  await new Promise(done => setTimeout(done, 300));
  expect((await ask(`${server.url}/assets/big.0123abcd.js`)).status).toBe(200);
  expect((await ask(`${server.url}/healthz`)).body).toBe('ok');
});

test('a log on a full disk is lost, and the server goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-'));
  const child = spawn(
    'bash',
    [
      '-c',
      'exec "$0" "$@" 2>/dev/full',
      process.execPath,
      join(__dirname, '../../support/server/serverProcess.mjs'),
      '0',
    ],
    {
      cwd: resolve(__dirname, '../../..'),
      env: { ...process.env, PORT: '0', LOG_LEVEL: 'debug', DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [ready] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S*:\d+/.exec(String(ready))![0];
  for (let round = 0; round < 3; round += 1) expect((await ask(`${url}/healthz`)).body).toBe('ok');
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  await rm(folder, { recursive: true });
});

test('a control connection that breaks off ends alone', async () => {
  server = await startServer();
  for (let round = 0; round < 20; round += 1) {
    const socket = connect(join(server.dataDir, 'control.sock'));
    await once(socket, 'connect');
    socket.write('{"command":"users list","args":null}\n'.repeat(50));
    socket.on('error', () => undefined).destroy();
  }
  await new Promise(done => setTimeout(done, 300));
  await isServing();
});
