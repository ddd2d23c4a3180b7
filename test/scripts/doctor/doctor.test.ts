/** `npm run doctor` on servers, folders and proxies in which one thing is wrong. */
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UPGRADES } from '../../../server/storage/format';
import { openStore } from '../../../server/storage/store';
import { readConfig } from '../../../server/config';
import { programVersion } from '../../../server/version';
import { judge } from '../../../scripts/doctor/certificate';
import { checkBackups, checkData } from '../../../scripts/doctor/data';
import { span, type Case, type Machine } from '../../../scripts/doctor/finding';
import { checkMachine } from '../../../scripts/doctor/program';
import { runScript, type Ended } from '../../support/command';
import { flipBit } from '../../support/damagedFolder';
import { signUp } from '../../support/identity';
import { startServer, type TestServer } from '../../support/server';
import { openProxy, type Proxy } from './badProxy';

jest.setTimeout(60_000);
const root = resolve(__dirname, '../../..');
const DAY = 24 * 3_600_000;

let folder: string;
const dataDir = () => join(folder, 'data');
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-doctor-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the command itself; `--import tsx` as `npm run doctor` does. */
const doctor = (env: Record<string, string>, args: string[] = []): Promise<Ended> =>
  runScript('node_modules/tsx/dist/cli.mjs', {
    args: [join(root, 'scripts/doctor.ts'), ...args],
    env: { DATA_DIR: dataDir(), BACKUP_DIR: join(folder, 'backups'), PORT: '0', ...env },
  });

/** The program in a folder of its own, to be changed. */
async function copyOfProgram(): Promise<string> {
  const copy = join(folder, 'program');
  for (const name of ['package.json', 'package-lock.json', 'database.rules.json', 'server', 'scripts'])
    await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const doctorIn = (program: string, env: Record<string, string> = {}) =>
  runScript('node_modules/tsx/dist/cli.mjs', {
    args: [join(program, 'scripts/doctor.ts')],
    env: { DATA_DIR: dataDir(), BACKUP_DIR: join(folder, 'backups'), PORT: '0', ...env },
    cwd: program,
  });

const machine: Machine = {
  now: Date.now,
  isClockSet: () => true,
  memory: () => ({ total: 4e9, available: 2e9 }),
  room: async () => ({ bytes: 50e9, files: 1e6 }),
};

const caseOf = (change: Partial<Case> = {}): Case => ({
  config: readConfig({ DATA_DIR: dataDir() }),
  program: root,
  version: programVersion(root),
  backups: join(folder, 'backups'),
  status: null,
  ask: () => Promise.reject(new Error('no server')),
  machine,
  ...change,
});

const faultsOf = async (findings: Promise<{ kind: string; text: string }[]>) =>
  (await findings).filter(({ kind }) => kind === 'fault').map(({ text }) => text);

async function leaveData(): Promise<void> {
  const store = await openStore(dataDir());
  await store
    .section('a')
    .commit(Array.from({ length: 50 }, (_, at) => ({ key: `k${at}`, value: `"${at}"` })));
  await store.close();
}

const backUp = () =>
  runScript('node_modules/tsx/dist/cli.mjs', {
    args: [
      '-e',
      `require('${root}/server/storage/stoppedBackup.ts').withStoppedStore('${dataDir()}', '${folder}/near', store => require('${root}/server/storage/backupSeries.ts').backupInto(store, '${folder}/backups', 3))`,
    ],
  });

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

  it('has its proxy, its data and its version found well, and only its backups missing', async () => {
    const { code, stdout, stderr } = await doctor(env);
    expect(stderr).toBe('');
    expect(stdout).toContain(`✓ The server answers at ${server.url}.`);
    expect(stdout).toContain('✓ The proxy tells who is asking.');
    expect(stdout).toContain('✓ The proxy passes WebSockets on.');
    expect(stdout).toContain('is its owner’s alone.'.replace('’', "'"));
    expect(stdout).toContain(`✗ There is no backup in ${join(folder, 'backups')}: run "npm run backup`);
    expect(code).toBe(1);
  });

  it.each<[string, Partial<Proxy>, RegExp]>([
    [
      'adds no address',
      { forwardedFor: 'pass' },
      /✗ The proxy does not add the address of visitors to X-Forwarded-For/,
    ],
    ['drops the addresses', { forwardedFor: 'remove' }, /✗ The proxy does not add the address of visitors/],
    [
      'changes Host to the server’s',
      { host: 'SERVER' },
      /✗ The proxy turns the header Host into 127\.0\.0\.1:\d+: make it pass localhost:\d+ on/,
    ],
    [
      'changes Host to any other',
      { host: 'elsewhere.example' },
      /✗ The proxy at http:\S+ does not pass the header Host on as localhost/,
    ],
    [
      'passes no WebSocket',
      { upgrades: false },
      /✗ The proxy does not pass WebSockets on \(.*400\): make it pass Upgrade/,
    ],
    ['has another clock', { clock: 3_700_000 }, /✗ The clock of the proxy and the one here are 1 hour apart/],
    ['reaches no server', { target: 1 }, /✗ The proxy at http:\S+ answers 502: it does not reach the server/],
  ])('A proxy that %s is told', async (_, fault, sentence) => {
    Object.assign(proxy, fault);
    if (fault.host === 'SERVER') proxy.host = new URL(server.url).host;
    const { code, stdout } = await doctor(env);
    expect(stdout).toMatch(sentence);
    expect(code).toBe(1);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'too many proxies',
      { TRUST_PROXY: '2' },
      /✗ TRUST_PROXY is 2, but the address comes from 1 proxy: set TRUST_PROXY=1\./,
    ],
    [
      'no proxy',
      { TRUST_PROXY: '0' },
      /✗ 1 proxy in front, but TRUST_PROXY is 0, so that all visitors share/,
    ],
    [
      'a name without address',
      { PUBLIC_URL: 'https://no-such-name.invalid' },
      /✗ The name no-such-name\.invalid has no address/,
    ],
    [
      'a site where nobody listens',
      { PUBLIC_URL: 'http://127.0.0.1:1' },
      /✗ (Nothing listens at|http:\/\/127.0.0.1:1 can't be reached)/,
    ],
    ['another port', { PORT: '9' }, /✗ The server listens at port \d+, PORT is 9 here/],
  ])('Settings that name %s are told', async (_, wrong, sentence) => {
    const { code, stdout } = await doctor({ ...env, ...wrong });
    expect(stdout).toMatch(sentence);
    expect(code).toBe(1);
  });

  it('is told that it is another program’s, when the folder has changed since its start', async () => {
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
  const none = join(folder, 'none.env');
  expect(await doctor({}, ['--env', none])).toMatchObject({ code: 1, stderr: `There is no file ${none}.\n` });
});

it('The settings of a service are read from its file, and a taken port is told', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const file = join(folder, 'daywall.env');
  await writeFile(
    file,
    `# a comment\nPORT=${port}\nDATA_DIR=${dataDir()}\nPUBLIC_URL=https://tasks.example\n`,
  );
  const { DATA_DIR: _, PORT: __, ...env } = process.env as Record<string, string>;
  const { code, stdout } = await runScript('node_modules/tsx/dist/cli.mjs', {
    args: [join(root, 'scripts/doctor.ts'), '--env', file],
    env,
  });
  other.close();
  expect(stdout).toContain(`✗ Port ${port} is taken by another program: end it, or set PORT to a free one.`);
  expect(stdout).toContain(`✗ No server runs on ${dataDir()}: start it.`);
  expect(code).toBe(1);
});

describe('The data', () => {
  beforeEach(leaveData);

  it('are well when they are whole and their owner’s alone', async () => {
    expect(await checkData(caseOf())).toEqual([
      { kind: 'fine', text: `${dataDir()} is its owner's alone.` },
      { kind: 'fine', text: expect.stringContaining('50.0 GB are free') },
      { kind: 'fine', text: 'The data are whole: 51 records.' },
    ]);
  });

  it('are told to be open to others, or partly another user’s', async () => {
    await chmod(dataDir(), 0o755);
    expect(await faultsOf(checkData(caseOf()))).toEqual([
      `Others may look into ${dataDir()}: run "chmod 700 ${dataDir()}".`,
    ]);
  });

  it('are told to be damaged', async () => {
    const [log] = (await readdir(join(dataDir(), 'store'))).filter(name => name.endsWith('.log'));
    await flipBit(join(dataDir(), 'store', log!), 1_000);
    const { code, stdout } = await doctor({});
    expect(stdout).toMatch(/✗ The data in .* are damaged \(.*\); nothing was changed: restore a backup/);
    expect(code).toBe(1);
  });

  it('are told to be of a newer format', async () => {
    await rm(dataDir(), { recursive: true });
    await (await openStore(dataDir(), { upgrades: [...UPGRADES, async () => []] })).close();
    expect((await doctor({})).stdout).toContain(
      `have format version ${UPGRADES.length + 2}, this program knows`,
    );
  });

  it('are told to be on a disk without room, for bytes or for files', async () => {
    const room = (bytes: number, files: number | null) =>
      faultsOf(checkData(caseOf({ machine: { ...machine, room: async () => ({ bytes, files }) } })));
    expect(await room(50e6, 1e6)).toEqual([
      `Only 50 MB are free on the disk of ${dataDir()}, 100 MB are needed: make room.`,
    ]);
    expect(await room(50e9, 12)).toEqual([`The disk of ${dataDir()} takes only 12 more files: remove some.`]);
    expect(await room(50e9, null)).toEqual([]);
  });
});

describe('The machine', () => {
  it('is told to give a running server less than it needs', async () => {
    const memory = { heap: 90e6, heapLimit: 100e6, resident: 120e6 };
    const status = { version: '', storeId: '', url: '', node: '', startedAt: 0, memory };
    expect(await faultsOf(checkMachine(caseOf({ status })))).toEqual([
      'The server uses 90 MB of the 100 MB that Node gives it: start it with NODE_OPTIONS=--max-old-space-size=N, N in MB.',
    ]);
  });

  const faults = (change: Partial<Machine>) =>
    faultsOf(checkMachine(caseOf({ machine: { ...machine, ...change } })));

  it('is told to have a clock that is behind the data', async () => {
    await leaveData();
    const [text] = await faults({ now: () => Date.now() - 3 * DAY - 3_600_000 });
    expect(text).toMatch(
      /^The clock says .*, 3 days before the last write of the data: set it, and let the network/,
    );
  });

  it('is told to have a clock that is behind the program', async () => {
    expect((await faults({ now: () => 0 }))[0]).toMatch(
      /^The clock says 1970-01-01T.* before this program was installed/,
    );
  });

  it('is told to have a clock that nobody sets, which is no fault yet', async () => {
    const findings = await checkMachine(caseOf({ machine: { ...machine, isClockSet: () => false } }));
    expect(findings[0]).toEqual({
      kind: 'advice',
      text: expect.stringContaining("not kept by the network's time"),
    });
  });

  it('is told to have no memory left', async () => {
    expect(await faults({ memory: () => ({ total: 512e6, available: 40e6 }) })).toEqual([
      'Only 40 MB of 512 MB memory are free: end other programs, or add memory.',
    ]);
  });
});

describe('The program', () => {
  it('is told to be without app, and to have other packages than its lockfile names', async () => {
    const copy = await copyOfProgram();
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
    lock.packages['node_modules/hono'].version = '99.0.0';
    await writeFile(join(copy, 'package-lock.json'), JSON.stringify(lock));
    const { stdout, code } = await doctorIn(copy);
    expect(stdout).toContain(`✗ There is no app in ${join(copy, 'dist')}: run "npm ci && npm run build".`);
    expect(stdout).toContain('✗ The packages are not those of package-lock.json: run "npm ci".');
    expect(code).toBe(1);
  });

  it('is told to have an app of other sources', async () => {
    const copy = await copyOfProgram();
    for (const name of ['src', 'dist']) await mkdir(join(copy, name));
    await writeFile(join(copy, 'dist/index.html'), '');
    await writeFile(join(copy, 'dist/.sources'), 'those of yesterday');
    expect((await doctorIn(copy)).stdout).toContain(
      '✗ The app was built of other sources than these: run "npm run build".',
    );
  });
});

describe('Backups', () => {
  beforeEach(leaveData);
  const newest = async () => join(folder, 'backups', (await readdir(join(folder, 'backups'))).sort().at(-1)!);

  it('are well when the last one is young, whole and of these data', async () => {
    await backUp();
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([]);
  });

  it('are told to be missing, or too old', async () => {
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([
      expect.stringMatching(/^There is no backup in .*: run "npm run backup/),
    ]);
    await backUp();
    const then = new Date(Date.now() - 3 * DAY);
    await utimes(await newest(), then, then);
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([
      expect.stringMatching(/^The last backup is 3 days old, of 20\d\d-/),
    ]);
  });

  it('are told to be damaged', async () => {
    await backUp();
    await flipBit(await newest(), 500);
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([
      expect.stringMatching(/can't be used: .* It is the last one/),
    ]);
  });

  it('are told to be of other data', async () => {
    await backUp();
    await rm(dataDir(), { recursive: true });
    await leaveData();
    expect(await faultsOf(checkBackups(caseOf()))).toEqual([
      expect.stringMatching(/is of other data than these/),
    ]);
  });
});

describe('A certificate', () => {
  const shown = {
    valid_from: 'Nov 1 00:00:00 2026 GMT',
    valid_to: 'Jan 30 00:00:00 2027 GMT',
    subjectaltname: 'DNS:other.example',
  };
  const at = (date: string, problem: string | null = null) =>
    judge(new URL('https://tasks.example'), { certificate: shown, problem }, Date.parse(date));

  it.each([
    ['2026-12-24', null, 'fine', 'The certificate of tasks.example is good until 2027-01-30.'],
    ['2027-01-20', null, 'fault', 'ends in 10 days, on 2027-01-30: look into the log of the proxy'],
    ['2027-02-01', 'CERT_HAS_EXPIRED', 'fault', 'ended on 2027-01-30'],
    ['2026-10-24', 'CERT_NOT_YET_VALID', 'fault', 'begins on 2026-11-01: the clock here'],
    ['2026-12-24', 'ERR_TLS_CERT_ALTNAME_INVALID', 'fault', 'is for DNS:other.example: set the name'],
    ['2026-12-24', 'SELF_SIGNED_CERT_IN_CHAIN', 'fault', 'is not believed here (SELF_SIGNED_CERT_IN_CHAIN)'],
  ])('on %s with %s is %s: %s', (date, problem, kind, text) => {
    expect(at(date, problem)).toEqual({ kind, text: expect.stringContaining(text) });
  });

  it('is read from the proxy: believed, not believed, or for another name', async () => {
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
      expect(other).toMatch(
        /✗ The certificate that 127\.0\.0\.1 shows is for DNS:localhost|✗ Nothing listens/,
      );
    } finally {
      await proxy.close();
      await server.stop();
    }
  });
});

it('A span is told in its largest unit', () => {
  expect([0, 1_000, 61_000, 7_200_000, 3 * DAY].map(span)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute',
    '2 hours',
    '3 days',
  ]);
});
