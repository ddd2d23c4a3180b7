/** Findings of `npm run doctor` about machine, program and certificate, with one fault at a time. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judge } from '../../../scripts/doctor/certificate';
import { span, type Machine } from '../../../scripts/doctor/finding';
import { checkMachine } from '../../../scripts/doctor/program';
import {
  caseOf,
  copyOfProgram,
  DAY_MS,
  doctorIn,
  faultsOf,
  leaveData,
  machine,
  root,
  giveFolder,
  statusOf,
} from './examine';

giveFolder();

describe('The machine', () => {
  it('is told to give a running server less than it needs', async () => {
    const status = statusOf({ memory: { heap: 90e6, heapLimit: 100e6, resident: 120e6 } });
    expect(await faultsOf(checkMachine(caseOf({ status })))).toEqual([
      'The server uses 90 MB of the 100 MB that Node gives it: start it with NODE_OPTIONS=--max-old-space-size=N, N in MB.',
    ]);
  });

  const faults = (change: Partial<Machine>) =>
    faultsOf(checkMachine(caseOf({ machine: { ...machine, ...change } })));

  it('is told to have a clock that is behind the data', async () => {
    await leaveData();
    const [text] = await faults({ now: () => Date.now() - 3 * DAY_MS - 3_600_000 });
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

describe('A certificate', () => {
  const certificate = {
    valid_from: 'Nov 1 00:00:00 2026 GMT',
    valid_to: 'Jan 30 00:00:00 2027 GMT',
    subjectaltname: 'DNS:other.example',
  };
  const at = (date: string, problem: string | null, isWithin = false) =>
    judge(
      { isWithin, machine: { ...machine, now: () => Date.parse(date) } },
      new URL('https://tasks.example'),
      { certificate, problem },
    );

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

  it('of an authority that the server alone is not told of is advice at /admin', () => {
    const { kind, text } = at('2026-12-24', 'SELF_SIGNED_CERT_IN_CHAIN', true);
    expect(kind).toBe('advice');
    expect(text).toMatch(/^From within the server .* "npm run doctor" in a shell .* is not believed here/);
  });
});

it('A span is told in its largest unit', () => {
  expect([0, 1_000, 61_000, 7_200_000, 3 * DAY_MS].map(span)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute',
    '2 hours',
    '3 days',
  ]);
});
