/** Every commit in a second folder: what either side survives, and that the target stays bounded. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from '../../../../server/storage/follow/follower';
import { startFollowerProcess } from '../../../support/server/followerProcess';
import { startFollowed, type Followed } from '../../../support/server/followed';

jest.setTimeout(120_000);

let one: Followed;
const begin = async (options?: Parameters<typeof startFollowed>[0]) => {
  one = await startFollowed(options);
  await one.write('k0', '"0"');
  one.startFollower();
  await one.caughtUp();
};
const names = async (end: string) => (await readdir(one.target)).filter(name => name.endsWith(end)).sort();
const runs = async () => [...new Set((await names('.copy')).map(name => Number(name.split('-')[2])))];
const copied = async () => (await names('.copy')).length;
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await sleep(20);
};
const saying = (words: string) => one.said.filter(text => text.includes(words));

afterEach(() => one.end());

test('what was written, changed and removed is restored, whatever size and letters', async () => {
  await begin();
  await one.write('k1', '"1"');
  await one.write('k0', null);
  await one.write('\u2028', '"\u2029\\n"');
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    key: `m${index}`,
    value: `"${'x'.repeat(99)}"`,
  }));
  await one.store.section('a').commit(many);
  await one.write('large', JSON.stringify('y'.repeat(3_000_000)));
  await one.caughtUp();
  const found = await one.restored();
  expect(Object.keys(found)).toHaveLength(3_003);
  expect(found).toMatchObject({ k1: '"1"', '\u2028': '"\u2029\\n"', m2999: `"${'x'.repeat(99)}"` });
  expect(found['large']).toHaveLength(3_000_002);
});

test('a follower that was away, and a stopped server, go on without another copy', async () => {
  await begin();
  await one.stopFollower();
  await one.write('k1', '"away"');
  one.startFollower();
  await one.caughtUp();
  await one.stopServer();
  await one.startServer();
  await one.write('k2', '"again"');
  await one.caughtUp();
  expect(await copied()).toBe(1);
  expect(await one.restored()).toEqual({ k0: '"0"', k1: '"away"', k2: '"again"' });
});

test('commits that a killed server did not hand over are in the copy that is made then', async () => {
  await begin();
  await one.stopServer(() => one.write('k1', '"unseen"'));
  expect(await one.restored()).toEqual({ k0: '"0"' });
  await one.startServer();
  await one.caughtUp();
  await one.write('k2', '"then"');
  await one.caughtUp();
  expect(await runs()).toEqual([1, 2]);
  expect(await one.restored()).toEqual({ k0: '"0"', k1: '"unseen"', k2: '"then"' });
});

test('a follower that comes too late for what the server kept makes a copy', async () => {
  await begin({ store: { journalBytes: 20_000 } });
  await one.stopFollower();
  for (let index = 0; index < 30; index += 1) await one.write(`k${index}`, JSON.stringify('z'.repeat(1_000)));
  one.startFollower();
  await one.caughtUp();
  expect(await runs()).toEqual([1, 2]);
  expect(Object.keys(await one.restored())).toHaveLength(30);
});

test('new copies come with what is written, old files go, others stay', async () => {
  const sizes = { segment: 20_000, copyAfter: 50_000 };
  await begin({ follow: { sizes } });
  await writeFile(join(one.target, 'photo.jpg'), 'precious');
  const foreign = `daywall-${'f'.repeat(16)}-000001-000000000001.segment`;
  await writeFile(join(one.target, foreign), 'precious');
  for (let index = 0; index < 1_500; index += 1) {
    await one.write(`k${index % 10}`, JSON.stringify(`${index} ${'z'.repeat(500)}`));
    if (index % 50 === 0) await one.caughtUp();
  }
  await one.caughtUp();
  await until(async () => (await copied()) === 2);
  const all = await readdir(one.target);
  const bytes = await Promise.all(all.map(async name => (await stat(join(one.target, name))).size));
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
  expect(saying('Wrote a full copy').length).toBeGreaterThan(5);
  expect(all).toEqual(expect.arrayContaining(['photo.jpg', foreign]));
  await rm(join(one.target, foreign));
  const found = await one.restored();
  expect(Object.values(found).map(value => parseInt(value.slice(1), 10))).toEqual(
    Array.from({ length: 10 }, (_, index) => 1_490 + index),
  );
});

test('a target that vanishes gets what it missed; an empty folder there gets nothing', async () => {
  await begin();
  const away = `${one.target}-away`;
  await rename(one.target, away);
  await one.write('k1', '"missed"');
  await until(() => saying('is its disk mounted').length > 0);
  await mkdir(one.target);
  await sleep(1_500);
  expect(await readdir(one.target)).toEqual([]);
  expect(one.followers.backlog()!.milliseconds).toBeGreaterThan(0);
  await rm(one.target, { recursive: true });
  await rename(away, one.target);
  await one.caughtUp();
  expect(saying('It goes on.')).toHaveLength(1);
  expect(await copied()).toBe(1);
  expect(await one.restored()).toEqual({ k0: '"0"', k1: '"missed"' });
});

test('a follower that begins on an empty folder in its target’s place fills nothing', async () => {
  await begin();
  await one.stopFollower();
  const away = `${one.target}-away`;
  await rename(one.target, away);
  await mkdir(one.target);
  one.startFollower();
  await until(() => saying('no longer holds what was written').length > 0);
  await one.write('k1', '"missed"');
  await sleep(1_500);
  expect(await readdir(one.target)).toEqual([]);
  await rm(one.target, { recursive: true });
  await rename(away, one.target);
  await one.caughtUp();
  expect(saying('no longer holds what was written')).toHaveLength(1);
  expect(await copied()).toBe(1);
  expect(await one.restored()).toEqual({ k0: '"0"', k1: '"missed"' });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

if (canMount)
  test('a disk that is taken out between two writes leaves its mount point empty', async () => {
    one = await startFollowed();
    const mount = () => execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', one.target]);
    const unmount = () => execFileSync('umount', ['-l', one.target]);
    mount();
    try {
      await one.write('k0', '"0"');
      one.startFollower();
      await one.caughtUp();
      unmount();
      await one.write('k1', '"1"');
      await until(() => saying('is gone: is the disk mounted').length > 0);
      await sleep(1_500);
      expect(await readdir(one.target)).toEqual([]);
    } finally {
      mount();
      unmount();
    }
  });

describe('while a full copy is written', () => {
  const large = JSON.stringify('y'.repeat(200_000));
  const isCopying = async () => (await names('.copy.unfinished')).length > 0;
  const fill = async () => {
    for (let index = 0; index < 100; index += 1) await one.write(`k${index}`, large);
  };
  const holdsAll = async () => {
    expect(await names('.unfinished')).toEqual([]);
    const found = await one.restored();
    expect(Object.keys(found)).toHaveLength(101);
    expect(found).toMatchObject({ k0: large, k99: large, last: '"1"' });
  };

  test('a killed follower leaves nothing in the way of the next one', async () => {
    one = await startFollowed();
    await fill();
    const killed = startFollowerProcess(join(one.folder, 'data'), one.target);
    await until(isCopying);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await copied()).toBe(0);
    await one.write('last', '"1"');
    one.startFollower();
    await one.caughtUp();
    expect(await copied()).toBe(1);
    await holdsAll();
  });

  test('a server that ends has its copy written anew when it returns', async () => {
    one = await startFollowed({ follow: { copyAgainMs: 300 } });
    await fill();
    one.startFollower();
    await until(isCopying);
    await one.stopServer(() => one.write('last', '"1"'));
    await until(async () => !(await isCopying()));
    await one.startServer();
    await one.caughtUp();
    await holdsAll();
  });
});

if (canMount)
  describe('on a target that is full', () => {
    const sizes = { segment: 50_000, copyAfter: 100_000 };
    const random = (bytes: number) => JSON.stringify(randomBytes(bytes / 2).toString('hex'));
    const writeRounds = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        for (let index = 0; index < 30; index += 1) await one.write(`k${index}`, random(10_000));
        await one.caughtUp();
        await sleep(300);
      }
    };
    const onDisk = async (size: string, keep: number) => {
      one = await startFollowed({ follow: { sizes, keep, copyAgainMs: 300 } });
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', one.target]);
      await one.write('k0', '"0"');
      one.startFollower();
      await one.caughtUp();
    };
    afterEach(() => void execFileSync('umount', ['-l', one.target]));

    test('older copies go down to one whole copy, which is said once', async () => {
      await onDisk('2m', 9);
      await writeRounds(20);
      expect(saying('is full: removed')).toHaveLength(1);
      expect(saying('Wrote a full copy').length).toBeGreaterThan(5);
      const found = await one.restored();
      expect(Object.values(found).map(text => text.length)).toEqual(Array(30).fill(10_002));
    });

    test('with room for one copy only, that is said once, and what is there stays whole', async () => {
      await onDisk('900k', 9);
      await writeRounds(2);
      await writeFile(join(one.target, 'other'), Buffer.alloc(100_000)).catch(() => undefined);
      while (saying('A full copy').length === 0) {
        await one.write('k0', random(10_000));
        await sleep(20);
      }
      await sleep(2_000);
      expect(saying('A full copy')).toHaveLength(1);
      expect(Object.keys(await one.restored()).length).toBeGreaterThan(0);
    });
  });

test('a target that is absent is not made on the disk of the data', async () => {
  one = await startFollowed();
  await rm(one.target, { recursive: true });
  one.startFollower();
  await until(() => saying('is its disk mounted').length > 0);
  await expect(readdir(one.target)).rejects.toThrow('ENOENT');
  await mkdir(one.target);
  await one.caughtUp();
});

test('two followers do not write into one target; the second waits for the first', async () => {
  await begin();
  const second: string[] = [];
  const stop = new AbortController();
  const lease = (await names('.follower'))[0]!;
  const own = JSON.parse(await readFile(join(one.target, lease), 'utf8')) as { pid: number };
  // Both live in this process; the first is made to look like another one that lives.
  await writeFile(join(one.target, lease), JSON.stringify({ ...own, pid: process.ppid }));
  const complain = (text: string) => void second.push(text);
  const ended = follow({
    dataDir: join(one.folder, 'data'),
    folder: one.target,
    keep: 2,
    say: () => undefined,
    complain,
    signal: stop.signal,
  });
  await until(() => second.length > 0);
  expect(second[0]).toMatch(/^Another follower writes into .*: process \d+ of /);
  await one.write('k1', '"first"');
  await one.caughtUp();
  await one.stopFollower();
  await until(async () => (await names('.segment')).length > 1 || (await names('.follower')).length > 0);
  await one.write('k2', '"second"');
  await one.caughtUp();
  stop.abort();
  await ended;
  expect(await one.restored()).toEqual({ k0: '"0"', k1: '"first"', k2: '"second"' });
});

test('a store put back to an older copy of itself begins anew, and mixes nothing', async () => {
  await begin();
  await one.stopServer();
  const data = join(one.folder, 'data');
  await cp(data, `${data}-old`, { recursive: true });
  await one.startServer();
  await one.write('k1', '"lost"');
  await one.write('k2', '"lost too"');
  await one.caughtUp();
  await one.stopServer();
  await rm(data, { recursive: true });
  await rename(`${data}-old`, data);
  await one.startServer();
  await one.write('k1', '"other"');
  await one.caughtUp();
  expect(await one.restored()).toEqual({ k0: '"0"', k1: '"other"' });
});

test('another store has files of its own in the same target', async () => {
  await begin();
  await one.stopServer();
  await rename(join(one.folder, 'data'), join(one.folder, 'first'));
  await one.startServer();
  await one.write('k', '"another store"');
  await one.caughtUp();
  expect(new Set((await names('.copy')).map(name => name.split('-')[1])).size).toBe(2);
  expect(await one.restored()).toEqual({ k: '"another store"' });
});

test('a server says who follows, and how far behind each is', async () => {
  one = await startFollowed();
  expect(one.followers.backlog()).toBeNull();
  await one.write('k0', '"0"');
  one.startFollower();
  await until(() => one.followers.status().length > 0);
  await one.caughtUp();
  expect(one.followers.backlog()).toEqual({ milliseconds: 0, commits: 0 });
  await one.stopFollower();
  await one.write('k1', '"1"');
  await one.write('k2', '"2"');
  await sleep(50);
  expect(one.followers.status()).toEqual([
    { folder: one.target, isHere: true, behindMs: expect.any(Number) as number },
  ]);
  const { milliseconds, commits } = one.followers.backlog()!;
  expect(commits).toBe(2);
  expect(milliseconds).toBeGreaterThanOrEqual(50);
  expect(milliseconds).toBeLessThan(10_000);
});
