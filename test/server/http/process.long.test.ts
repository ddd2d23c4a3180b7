import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

  it('when the databases it names would hide data', async () => {
    const server = await startServer({ env: { DATABASE_INSTANCES: 'a,b' } });
    const { localId, idToken } = await signUp(server.url, 'ann@example.com');
    const url = `${server.url}/${localId}/ext/home.json?ns=a&auth=${idToken}`;
    expect((await ask(url, { method: 'PUT', body: '"first"' })).status).toBe(200);
    await expect(server.restart({ DATABASE_INSTANCES: 'b,a' })).rejects.toThrow('The first database was a');
    await server.restart({ DATABASE_INSTANCES: 'a,b' });
    expect((await ask(url)).body).toBe('"first"');
    await server.stop();
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

it('follows its rules file on SIGHUP', async () => {
  const rules = join(folder, 'changing.json');
  await writeFile(rules, '{"rules": {".read": false}}');
  const server = await startServer({ env: { RULES: rules } });
  const status = async () => (await ask(`${server.url}/x.json`)).status;
  expect(await status()).toBe(401);
  await writeFile(rules, '{"rules": {".read": true}}');
  process.kill(server.pid, 'SIGHUP');
  await until(async () => expect(await status()).toBe(200));
  await server.stop();
});
