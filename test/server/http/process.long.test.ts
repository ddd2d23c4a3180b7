import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from '../../support/server/command';
import { ask, askUpgrade } from '../../support/clients/http';
import { signUp } from '../../support/clients/identity';
import { startServer } from '../../support/server/server';
import { until } from '../../support/until';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-'))));
afterAll(() => rm(folder, { recursive: true }));

const start = (env: Record<string, string>) =>
  runScript('scripts/server.mjs', { env: { PORT: '0', DATA_DIR: join(folder, 'data'), ...env } });

describe('says in one sentence, with code 1, why it cannot start', () => {
  it('when a variable makes no sense', async () => {
    const stderr = "PORT must be a whole number from 0 to 65535, not 'http'.\n";
    expect(await start({ PORT: 'http' })).toEqual({ code: 1, stdout: '', stderr });
  });

  it('when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const stderr = `Port ${port} is taken by another program; set PORT to a free one.\n`;
    expect(await start({ PORT: String(port) })).toEqual({ code: 1, stdout: '', stderr });
    taken.close();
  });

  it('when the address is not this machine’s', async () => {
    const stderr = '192.0.2.1 is not an address of this machine; set HOST to one that is.\n';
    expect(await start({ HOST: '192.0.2.1' })).toEqual({ code: 1, stdout: '', stderr });
  });

  it('when the data folder cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, stderr } = await start({ DATA_DIR: join(folder, 'file', 'data') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data folder \S+ can't be written: .*\n$/);
  });

  it('when another server has the data folder', async () => {
    const server = await startServer();
    const { code, stderr } = await start({ DATA_DIR: server.dataDir });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Another process is using the data in .*\n$/);
    expect((await ask(`${server.url}/healthz`)).status).toBe(200);
    await server.stop();
  });

  it('when the path of the data folder is too long for the control socket', async () => {
    const { code, stderr } = await start({ DATA_DIR: join(folder, 'long'.repeat(30)) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The path of the data folder is too long .*\n$/);
  });

  it('when the rules have a mistake', async () => {
    const rules = join(folder, 'rules.json');
    await writeFile(rules, '{"rules": {".read": "nobody"}}');
    const { code, stderr } = await start({ RULES: rules });
    expect(code).toBe(1);
    expect(stderr).toContain(rules);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('stops', () => {
  it('with 0 on SIGTERM, after it has answered what was asked before', async () => {
    const server = await startServer({ dearPasswords: true });
    const answer = signUp(server.url, 'last@example.com');
    // A second answered request shows that the password is being hashed.
    await ask(`${server.url}/healthz`);
    const stopped = server.stop();
    await expect(answer).resolves.toMatchObject({ localId: expect.any(String) });
    expect(await stopped).toBe(0);
  });

  it('after a request that was half sent when it was told to', async () => {
    const server = await startServer({ env: { LOG_LEVEL: 'info' } });
    const half = connect(server.port, '127.0.0.1');
    let answer = '';
    half.on('data', chunk => (answer += String(chunk)));
    half.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`);
    await ask(`${server.url}/healthz`);
    const stopped = server.stop();
    await until(() => expect(server.log()).toContain('stopping'));
    half.write('\r\n');
    expect(await stopped).toBe(0);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('with 0 though somebody holds a connection open', async () => {
    const server = await startServer();
    const idle = connect(server.port, '127.0.0.1');
    await once(idle, 'connect');
    expect((await askUpgrade(server.url)).status).toBe(101);
    const closed = once(idle, 'close');
    idle.resume();
    expect(await server.stop()).toBe(0);
    await closed;
  });

  it('at once on a second signal', async () => {
    const server = await startServer();
    const half = connect(server.port, '127.0.0.1');
    half.write('POST /v1/accounts:signUp?key=k HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    await ask(`${server.url}/healthz`);
    process.kill(server.pid, 'SIGTERM');
    const refused = async () => {
      while ((await ask(`${server.url}/healthz`).catch(() => null)) !== null);
    };
    await refused();
    expect(await server.stop()).toBe(1);
    half.destroy();
  });
});

it('keeps its data where only its owner looks', async () => {
  const server = await startServer();
  const modeOf = async (path: string) => ((await stat(join(server.dataDir, path))).mode & 0o777).toString(8);
  expect(await modeOf('.')).toBe('700');
  expect(await modeOf('store')).toBe('700');
  expect(await modeOf('store/CURRENT')).toBe('600');
  expect(await modeOf('control.sock')).toBe('600');
  await server.stop();
});

it('follows its rules file on SIGHUP, and keeps the old rules at a mistake', async () => {
  const rules = join(folder, 'changing.json');
  await writeFile(rules, '{"rules": {".read": false}}');
  const server = await startServer({ env: { RULES: rules, LOG_LEVEL: 'info' } });
  const status = async () => (await ask(`${server.url}/x.json`)).status;
  const logged = async (words: string) => {
    while (!server.log().includes(words)) await ask(`${server.url}/healthz`);
  };
  expect(await status()).toBe(401);
  await writeFile(rules, '{"rules": {".read": true}}');
  process.kill(server.pid, 'SIGHUP');
  await logged('rules reloaded');
  expect(await status()).toBe(200);
  await writeFile(rules, '{"rules": {".read": nonsense}}');
  process.kill(server.pid, 'SIGHUP');
  await logged('rules not reloaded');
  expect(await status()).toBe(200);
  await server.stop();
});
