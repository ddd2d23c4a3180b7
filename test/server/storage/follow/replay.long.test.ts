/** Restores from a target: the last complete state, the state at an instant, and damage to the target. */
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lastState } from '../../../../server/storage/follow/replay';
import { backupInto } from '../../../../server/storage/backup/backupSeries';
import { flipBit } from '../../../support/server/damagedFolder';
import { runScript } from '../../../support/server/command';
import { startFollowed, type Followed } from '../../../support/server/followed';

let followed: Followed;
let now: number;
const minute = 60_000;
const START = Date.parse('2026-11-20T10:00:00Z');
const at = (minutes: number) => new Date(START + minutes * minute).toISOString().slice(0, 19) + 'Z';
const files = async (end: string) =>
  (await readdir(followed.target))
    .filter(name => name.endsWith(end))
    .sort()
    .map(name => join(followed.target, name));

/** Writes a commit each minute: k1 at 10:01, k2 at 10:02, …, each with its number as text. */
async function write(from: number, to: number): Promise<void> {
  for (let index = from; index <= to; index += 1) {
    now = START + index * minute;
    await followed.write(`k${index}`, JSON.stringify(`${index} ${'z'.repeat(200)}`));
    await followed.caughtUp();
  }
}
const keys = (to: number) => Array.from({ length: to + 1 }, (_, index) => `k${index}`);
const restoredKeys = async (...args: string[]) =>
  Object.keys(await followed.restored(...args)).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
const damaged = async (file: string, offset: number) => {
  const before = await readFile(file);
  await flipBit(file, offset);
  return () => writeFile(file, before);
};

beforeEach(async () => {
  now = START;
  followed = await startFollowed({
    store: { clock: () => now },
    follow: { sizes: { segmentBytes: 1_500, copyAfterBytes: 1e9 } },
  });
  await followed.write('k0', '"0"');
  followed.startFollower();
  await followed.caughtUp();
});
afterEach(() => followed.end());

test('an instant gives the last commit until then, read in the machine’s zone', async () => {
  await write(1, 30);
  await followed.stopFollower();
  expect(await restoredKeys('--at', at(17))).toEqual(keys(17));
  expect(await restoredKeys('--at', at(17.9))).toEqual(keys(17));
  expect(await restoredKeys('--at', '2099-01-01')).toEqual(keys(30));
  const env = { TZ: 'Asia/Kolkata', DATA_DIR: join(followed.folder, 'zone') };
  const { stdout } = await runScript('scripts/restore.ts', {
    args: [followed.target, '--at', '2026-11-20T15:42'],
    env,
  });
  expect(stdout).toContain('as they were at 2026-11-20T10:12:00.000Z');
});

test('of large texts a few are put in order together', async () => {
  for (let index = 60; index > 0; index -= 1)
    await followed.write(`k${String(index).padStart(2, '0')}`, JSON.stringify('x'.repeat(1_000_000)));
  await followed.caughtUp();
  await followed.stopFollower();
  const { replay } = (await lastState(followed.target, null, text => followed.messages.push(text)))!;
  let [before, run, most, count] = ['', 0, 0, 0];
  for await (const [key] of replay.pairs()) {
    run = key > before ? run + 1 : 1;
    [before, most, count] = [key, Math.max(most, run), count + 1];
  }
  expect(count).toBe(60);
  expect(most).toBeLessThan(20);
});

test.each([
  [
    'an instant before everything',
    ['--at', '2020-01-01'],
    'There is no backup of 2020-01-01T00:00:00.000Z or before in',
  ],
  [
    'something that is no time',
    ['--at', 'yesterday'],
    "--at must be a time like 2026-11-20T10:00, of this machine's zone, not 'yesterday'.",
  ],
  ['a day that there is not', ['--at', '2026-13-20'], '--at must be a time like'],
])('%s is refused in a sentence, and nothing is made', async (_, args, words) => {
  const place = join(followed.folder, 'none');
  const ended = await runScript('scripts/restore.ts', {
    args: [followed.target, ...args],
    env: { DATA_DIR: place },
  });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain(words);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  await expect(stat(place)).rejects.toThrow('ENOENT');
});

test('a commit that was not written to its end is not there, and all before it is', async () => {
  await write(1, 12);
  await followed.stopFollower();
  const last = (await files('.segment')).at(-1)!;
  const { size } = await stat(last);
  const whole = (await readFile(last, 'utf8')).trimEnd().split('\n');
  const pairsLine = whole.at(-2)!.length + 1;
  const endLine = whole.at(-1)!.length + 1;
  await truncate(last, size - 3);
  expect(await restoredKeys()).toEqual(keys(11));
  await truncate(last, size - endLine);
  expect(await restoredKeys()).toEqual(keys(11));
  await truncate(last, size - endLine - Math.floor(pairsLine / 2));
  expect(await restoredKeys()).toEqual(keys(11));
  // The next follower continues after the last complete commit.
  followed.startFollower();
  await write(13, 14);
  expect(await restoredKeys()).toEqual(keys(14));
});

test('damage ends what is restored before it, and the next copy makes up for it', async () => {
  await write(1, 20);
  const [, second] = await files('.segment');
  const mend = await damaged(second!, 700);
  const left = await restoredKeys();
  expect(left.length).toBeGreaterThan(3);
  expect(left.length).toBeLessThan(15);
  expect(left).toEqual(keys(left.length - 1));
  await mend();
  await followed.stopServer(() => followed.write('k21', '"unseen"'));
  await followed.startServer();
  await write(22, 25);
  const [, newest] = await files('.copy');
  await damaged(second!, 700);
  expect(await restoredKeys()).toEqual(keys(25));
  await damaged(newest!, 200);
  expect(await restoredKeys()).toEqual(left);
  expect(followed.messages.at(-1)).toContain(
    "can't be used: it is damaged or not complete. The one before it is taken.",
  );
});

test('a segment or a commit that is missing is noticed', async () => {
  await write(1, 30);
  await followed.stopFollower();
  const segments = await files('.segment');
  expect(segments.length).toBeGreaterThan(4);
  const text = await readFile(segments[2]!, 'utf8');
  const lines = text.split('\n');
  await writeFile(segments[2]!, [...lines.slice(0, 3), ...lines.slice(5)].join('\n'));
  const left = await restoredKeys();
  expect(left).toEqual(keys(left.length - 1));
  expect(left.length).toBeLessThan(20);
  await writeFile(segments[2]!, '');
  expect((await restoredKeys()).length).toBe(left.length - 1);
});

test('of a follower and backups in one folder the newer state is taken', async () => {
  await write(1, 3);
  await backupInto(followed.store, followed.target, 5);
  expect(followed.messages.join()).not.toContain('.backup');
  expect(await restoredKeys()).toEqual(keys(3));
  expect(followed.messages.at(-2)).toContain('.backup');
  now = Date.now() + minute;
  await followed.write('k4', '"4"');
  await followed.caughtUp();
  expect(await restoredKeys()).toEqual(keys(4));
  expect(followed.messages.at(-2)).toContain(`records of ${followed.target}, as they were at`);
});
