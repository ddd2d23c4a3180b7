/** Findings of `npm run doctor` about servers and proxies, with one fault at a time. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Case } from '../../../scripts/doctor/finding';
import { checkPort } from '../../../scripts/doctor/network';
import { checkProxy } from '../../../scripts/doctor/proxy';
import { readConfig } from '../../../server/settings/config';
import type { Status } from '../../../server/status';
import { askControl } from '../../../server/storage/control';
import { programVersion } from '../../../server/version';
import { runScript } from '../../support/server/command';
import { signUp } from '../../support/clients/identity';
import { startServer, type TestServer } from '../../support/server/server';
import { openProxy, type Proxy } from './badProxy';
import {
  backups,
  caseOf,
  copyOfProgram,
  dataDir,
  doctor,
  doctorIn,
  faultsOf,
  place,
  root,
  giveFolder,
} from './examine';

giveFolder();

describe('A server that is well', () => {
  let server: TestServer;
  let proxy: Proxy;
  let env: Record<string, string>;
  beforeAll(async () => {
    proxy = await openProxy();
    server = await startServer({ env: { PUBLIC_URL: proxy.origin, TRUST_PROXY: '1' } });
    proxy.target = server.port;
    await signUp(server.url, 'ann@example.com');
    env = { DATA_DIR: server.dataDir, PORT: String(server.port), PUBLIC_URL: proxy.origin, TRUST_PROXY: '1' };
  });
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });
  afterEach(() =>
    Object.assign(proxy, {
      forwardedFor: 'append',
      host: null,
      upgrades: true,
      clock: 0,
      target: server.port,
    }),
  );

  /** The faults found from here, optionally with other settings. */
  async function faultsThere(wrong: Record<string, string> = {}): Promise<string[]> {
    const config = readConfig({ ...env, ...wrong });
    const ask: Case['ask'] = (command, args) => askControl(config.dataDir, command, args);
    const found = caseOf({ config, ask, status: (await ask('status')) as Status });
    return [...(await faultsOf(checkPort(found))), ...(await faultsOf(checkProxy(found)))];
  }

  it('has its proxy, its data and its version found well, and only its backups missing', async () => {
    const { code, stdout, stderr } = await doctor(env);
    expect(stderr).toBe('');
    expect(stdout).toContain(`✓ The server answers at ${server.url}.`);
    expect(stdout).toContain('✓ The proxy tells who is asking.');
    expect(stdout).toContain('✓ The proxy passes WebSockets on.');
    expect(stdout).toContain('is its owner’s alone.'.replace('’', "'"));
    expect(stdout).toContain(`✗ There is no backup in ${backups()}: run "npm run backup`);
    expect(code).toBe(1);
  });

  it.each<[string, Partial<Proxy>, RegExp]>([
    [
      'adds no address',
      { forwardedFor: 'pass' },
      /^The proxy does not add the address of visitors to X-Forwarded-For/,
    ],
    ['drops the addresses', { forwardedFor: 'remove' }, /^The proxy does not add the address of visitors/],
    [
      'changes Host to the server’s',
      { host: 'SERVER' },
      /^The proxy turns the header Host into 127\.0\.0\.1:\d+: make it pass localhost:\d+ on/,
    ],
    [
      'changes Host to any other',
      { host: 'elsewhere.example' },
      /^The proxy at http:\S+ does not pass the header Host on as localhost/,
    ],
    [
      'passes no WebSocket',
      { upgrades: false },
      /^The proxy does not pass WebSockets on \(.*400\): make it pass Upgrade/,
    ],
    ['has another clock', { clock: 3_700_000 }, /^The clock of the proxy and the one here are 1 hour apart/],
    ['reaches no server', { target: 1 }, /^The proxy at http:\S+ answers 502: it does not reach the server/],
  ])('A proxy that %s is told', async (_, fault, sentence) => {
    Object.assign(proxy, fault);
    if (fault.host === 'SERVER') proxy.host = new URL(server.url).host;
    expect((await faultsThere()).join('\n')).toMatch(sentence);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'too many proxies',
      { TRUST_PROXY: '2' },
      /^TRUST_PROXY is 2, but the address comes from 1 proxy: set TRUST_PROXY=1\./,
    ],
    ['no proxy', { TRUST_PROXY: '0' }, /^1 proxy in front, but TRUST_PROXY is 0, so that all visitors share/],
    [
      'a name without address',
      { PUBLIC_URL: 'https://no-such-name.invalid' },
      /^The name no-such-name\.invalid has no address/,
    ],
    [
      'a site where nobody listens',
      { PUBLIC_URL: 'http://127.0.0.1:1' },
      /^(Nothing listens at|http:\/\/127.0.0.1:1 can't be reached)/,
    ],
    ['another port', { PORT: '9' }, /^The server listens at port \d+, PORT is 9 here/],
  ])('Settings that name %s are told', async (_, wrong, sentence) => {
    expect((await faultsThere(wrong)).join('\n')).toMatch(sentence);
  });

  it('is told that it is another program’s, when the folder has changed since', async () => {
    const copy = await copyOfProgram();
    await writeFile(join(copy, 'server/new.ts'), '');
    const { stdout, code } = await doctorIn(copy, env);
    expect(stdout).toContain(
      `✗ The server that runs is version ${programVersion(root)}, this folder has ${programVersion(copy)}: restart it.`,
    );
    expect(code).toBe(1);
  });
});

it('Settings that make no sense are one sentence', async () => {
  expect(await doctor({ TRUST_PROXY: 'perhaps' })).toMatchObject({
    code: 1,
    stderr: "TRUST_PROXY must be the number of proxies in front, 0 to 9, not 'perhaps'.\n",
  });
  const none = join(place.folder, 'none.env');
  expect(await doctor({}, ['--env', none])).toMatchObject({ code: 1, stderr: `There is no file ${none}.\n` });
});

it('The settings of a service are read from its file, and a taken port is told', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const file = join(place.folder, 'daywall.env');
  await writeFile(
    file,
    `# a comment\nPORT=${port}\nDATA_DIR=${dataDir()}\nPUBLIC_URL=https://tasks.example\n`,
  );
  const { DATA_DIR: _, PORT: __, ...env } = process.env as Record<string, string>;
  const { code, stdout } = await runScript(join(root, 'scripts/doctor.ts'), {
    args: ['--env', file],
    env,
  });
  other.close();
  expect(stdout).toContain(`✗ Port ${port} is taken by another program: end it, or set PORT to a free one.`);
  expect(stdout).toContain(`✗ No server runs on ${dataDir()}: start it.`);
  expect(code).toBe(1);
});

it('A certificate is read from the proxy: believed, not, or for another name', async () => {
  const proxy = await openProxy(true);
  const server = await startServer({ env: { PUBLIC_URL: proxy.origin, TRUST_PROXY: '1' } });
  proxy.target = server.port;
  const env = {
    DATA_DIR: server.dataDir,
    PORT: String(server.port),
    PUBLIC_URL: proxy.origin,
    TRUST_PROXY: '1',
  };
  const believed = { ...env, NODE_EXTRA_CA_CERTS: join(__dirname, 'authority.pem') };
  try {
    const { stdout } = await doctor(believed);
    expect(stdout).toContain('✓ The certificate of localhost is good until 2');
    expect(stdout).toContain('✓ The proxy passes WebSockets on.');
    expect((await doctor(env)).stdout).toMatch(/✗ The certificate of localhost is not believed here/);
    const wrong = { ...believed, PUBLIC_URL: proxy.origin.replace('localhost', '127.0.0.1') };
    const { stdout: other } = await doctor(wrong);
    expect(other).toMatch(/✗ The certificate that 127\.0\.0\.1 shows is for DNS:localhost|Nothing listens/);
  } finally {
    await proxy.close();
    await server.stop();
  }
});
