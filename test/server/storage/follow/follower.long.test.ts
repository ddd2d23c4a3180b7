/** A follower copies every commit into a second folder; both sides survive failures, and the target stays bounded. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from '../../../../server/storage/follow/follower';
import { startFollowerProcess } from '../../../support/server/followerProcess';
import { startFollowed, type Followed } from '../../../support/server/followed';

let followed: Followed;
const begin = async (options?: Parameters<typeof startFollowed>[0]) => {
  followed = await startFollowed(options);
  await followed.write('k0', '"0"');
  followed.startFollower();
  await followed.caughtUp();
};
const names = async (end: string) =>
  (await readdir(followed.target)).filter(name => name.endsWith(end)).sort();
const runs = async () => [...new Set((await names('.copy')).map(name => Number(name.split('-')[2])))];
const copied = async () => (await names('.copy')).length;
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await sleep(20);
};
const saying = (words: string) => followed.messages.filter(text => text.includes(words));

afterEach(() => followed.end());

test('what was written, changed and removed is restored, whatever size and letters', async () => {
  await begin();
  await followed.write('k1', '"1"');
  await followed.write('k0', null);
  await followed.write('\u2028', '"\u2029\\n"');
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    key: `m${index}`,
    value: `"${'x'.repeat(99)}"`,
  }));
  await followed.store.section('a').commit(many);
  await followed.write('large', JSON.stringify('y'.repeat(3_000_000)));
  await followed.caughtUp();
  const found = await followed.restored();
  expect(Object.keys(found)).toHaveLength(3_003);
  expect(found).toMatchObject({ k1: '"1"', '\u2028': '"\u2029\\n"', m2999: `"${'x'.repeat(99)}"` });
  expect(found['large']).toHaveLength(3_000_002);
});

test('a follower that was away, and a stopped server, go on without another copy', async () => {
  await begin();
  await followed.stopFollower();
  await followed.write('k1', '"away"');
  followed.startFollower();
  await followed.caughtUp();
  await followed.stopServer();
  await followed.startServer();
  await followed.write('k2', '"again"');
  await followed.caughtUp();
  expect(await copied()).toBe(1);
  expect(await followed.restored()).toEqual({ k0: '"0"', k1: '"away"', k2: '"again"' });
});

test('commits that a killed server did not hand over are in the copy that is made then', async () => {
  await begin();
  await followed.stopServer(() => followed.write('k1', '"unseen"'));
  expect(await followed.restored()).toEqual({ k0: '"0"' });
  await followed.startServer();
  await followed.caughtUp();
  await followed.write('k2', '"then"');
  await followed.caughtUp();
  expect(await runs()).toEqual([1, 2]);
  expect(await followed.restored()).toEqual({ k0: '"0"', k1: '"unseen"', k2: '"then"' });
});

test('a follower that comes too late for what the server kept makes a copy', async () => {
  await begin({ store: { journalBytes: 20_000 } });
  await followed.stopFollower();
  for (let index = 0; index < 30; index += 1)
    await followed.write(`k${index}`, JSON.stringify('z'.repeat(1_000)));
  followed.startFollower();
  await followed.caughtUp();
  expect(await runs()).toEqual([1, 2]);
  expect(Object.keys(await followed.restored())).toHaveLength(30);
});

test('new copies come with what is written, old files go, others stay', async () => {
  const sizes = { segmentBytes: 20_000, copyAfterBytes: 50_000 };
  await begin({ follow: { sizes } });
  await writeFile(join(followed.target, 'photo.jpg'), 'precious');
  const foreign = `daywall-${'f'.repeat(16)}-000001-000000000001.segment`;
  await writeFile(join(followed.target, foreign), 'precious');
  for (let index = 0; index < 1_500; index += 1) {
    await followed.write(`k${index % 10}`, JSON.stringify(`${index} ${'z'.repeat(500)}`));
    if (index % 50 === 0) await followed.caughtUp();
  }
  await followed.caughtUp();
  await until(async () => (await copied()) === 2);
  const all = await readdir(followed.target);
  const bytes = await Promise.all(all.map(async name => (await stat(join(followed.target, name))).size));
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
  expect(saying('Wrote a full copy').length).toBeGreaterThan(5);
  expect(all).toEqual(expect.arrayContaining(['photo.jpg', foreign]));
  await rm(join(followed.target, foreign));
  const found = await followed.restored();
  expect(Object.values(found).map(value => parseInt(value.slice(1), 10))).toEqual(
    Array.from({ length: 10 }, (_, index) => 1_490 + index),
  );
});

test('a target that vanishes gets what it missed; an empty folder there gets nothing', async () => {
  await begin();
  const away = `${followed.target}-away`;
  await rename(followed.target, away);
  await followed.write('k1', '"missed"');
  await until(() => saying('is its disk mounted').length > 0);
  await mkdir(followed.target);
  await sleep(1_500);
  expect(await readdir(followed.target)).toEqual([]);
  expect(followed.followers.backlog()!.milliseconds).toBeGreaterThan(0);
  await rm(followed.target, { recursive: true });
  await rename(away, followed.target);
  await followed.caughtUp();
  expect(saying('It goes on.')).toHaveLength(1);
  expect(await copied()).toBe(1);
  expect(await followed.restored()).toEqual({ k0: '"0"', k1: '"missed"' });
});

test('a follower that begins on an empty folder in its target’s place fills nothing', async () => {
  await begin();
  await followed.stopFollower();
  const away = `${followed.target}-away`;
  await rename(followed.target, away);
  await mkdir(followed.target);
  followed.startFollower();
  await until(() => saying('no longer holds what was written').length > 0);
  await followed.write('k1', '"missed"');
  await sleep(1_500);
  expect(await readdir(followed.target)).toEqual([]);
  await rm(followed.target, { recursive: true });
  await rename(away, followed.target);
  await followed.caughtUp();
  expect(saying('no longer holds what was written')).toHaveLength(1);
  expect(await copied()).toBe(1);
  expect(await followed.restored()).toEqual({ k0: '"0"', k1: '"missed"' });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

if (canMount)
  test('a disk that is taken out between two writes leaves its mount point empty', async () => {
    followed = await startFollowed();
    const mount = () => execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', followed.target]);
    const unmount = () => execFileSync('umount', ['-l', followed.target]);
    mount();
    try {
      await followed.write('k0', '"0"');
      followed.startFollower();
      await followed.caughtUp();
      unmount();
      await followed.write('k1', '"1"');
      await until(() => saying('is gone: is the disk mounted').length > 0);
      await sleep(1_500);
      expect(await readdir(followed.target)).toEqual([]);
    } finally {
      mount();
      unmount();
    }
  });

describe('while a full copy is written', () => {
  const large = JSON.stringify('y'.repeat(200_000));
  const isCopying = async () => (await names('.copy.unfinished')).length > 0;
  const fill = async () => {
    for (let index = 0; index < 100; index += 1) await followed.write(`k${index}`, large);
  };
  const holdsAll = async () => {
    expect(await names('.unfinished')).toEqual([]);
    const found = await followed.restored();
    expect(Object.keys(found)).toHaveLength(101);
    expect(found).toMatchObject({ k0: large, k99: large, last: '"1"' });
  };

  test('a killed follower leaves nothing in the way of the next one', async () => {
    followed = await startFollowed();
    await fill();
    const killed = startFollowerProcess(join(followed.folder, 'data'), followed.target);
    await until(isCopying);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await copied()).toBe(0);
    await followed.write('last', '"1"');
    followed.startFollower();
    await followed.caughtUp();
    expect(await copied()).toBe(1);
    await holdsAll();
  });

  test('a server that ends has its copy written anew when it returns', async () => {
    followed = await startFollowed({ follow: { copyAgainMs: 300 } });
    await fill();
    followed.startFollower();
    await until(isCopying);
    await followed.stopServer(() => followed.write('last', '"1"'));
    await until(async () => !(await isCopying()));
    await followed.startServer();
    await followed.caughtUp();
    await holdsAll();
  });
});

if (canMount)
  describe('on a target that is full', () => {
    const sizes = { segmentBytes: 50_000, copyAfterBytes: 100_000 };
    const random = (bytes: number) => JSON.stringify(randomBytes(bytes / 2).toString('hex'));
    const writeRounds = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        for (let index = 0; index < 30; index += 1) await followed.write(`k${index}`, random(10_000));
        await followed.caughtUp();
        await sleep(300);
      }
    };
    const onDisk = async (size: string, keep: number) => {
      followed = await startFollowed({ follow: { sizes, keep, copyAgainMs: 300 } });
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', followed.target]);
      await followed.write('k0', '"0"');
      followed.startFollower();
      await followed.caughtUp();
    };
    afterEach(() => void execFileSync('umount', ['-l', followed.target]));

    test('older copies go down to one whole copy, which is said once', async () => {
      await onDisk('2m', 9);
      await writeRounds(20);
      expect(saying('is full: removed')).toHaveLength(1);
      expect(saying('Wrote a full copy').length).toBeGreaterThan(5);
      const found = await followed.restored();
      expect(Object.values(found).map(text => text.length)).toEqual(Array(30).fill(10_002));
    });

    test('with room for one copy only, that is said once, and what is there stays whole', async () => {
      await onDisk('900k', 9);
      await writeRounds(2);
      await writeFile(join(followed.target, 'other'), Buffer.alloc(100_000)).catch(() => undefined);
      while (saying('A full copy').length === 0) {
        await followed.write('k0', random(10_000));
        await sleep(20);
      }
      await sleep(2_000);
      expect(saying('A full copy')).toHaveLength(1);
      expect(Object.keys(await followed.restored()).length).toBeGreaterThan(0);
    });
  });

test('a target that is absent is not made on the disk of the data', async () => {
  followed = await startFollowed();
  await rm(followed.target, { recursive: true });
  followed.startFollower();
  await until(() => saying('is its disk mounted').length > 0);
  await expect(readdir(followed.target)).rejects.toThrow('ENOENT');
  await mkdir(followed.target);
  await followed.caughtUp();
});

test('two followers do not write into one target; the second waits for the first', async () => {
  await begin();
  const second: string[] = [];
  const stop = new AbortController();
  const lease = (await names('.follower'))[0]!;
  const own = JSON.parse(await readFile(join(followed.target, lease), 'utf8')) as { pid: number };
  // Both followers live in this process; the lease of the first is changed to another live process.
  await writeFile(join(followed.target, lease), JSON.stringify({ ...own, pid: process.ppid }));
  const complain = (text: string) => void second.push(text);
  const ended = follow({
    dataDir: join(followed.folder, 'data'),
    folder: followed.target,
    keep: 2,
    say: () => undefined,
    complain,
    signal: stop.signal,
  });
  await until(() => second.length > 0);
  expect(second[0]).toMatch(/^Another follower writes into .*: process \d+ of /);
  await followed.write('k1', '"first"');
  await followed.caughtUp();
  await followed.stopFollower();
  await until(async () => (await names('.segment')).length > 1 || (await names('.follower')).length > 0);
  await followed.write('k2', '"second"');
  await followed.caughtUp();
  stop.abort();
  await ended;
  expect(await followed.restored()).toEqual({ k0: '"0"', k1: '"first"', k2: '"second"' });
});

test('a store put back to an older copy of itself begins anew, and mixes nothing', async () => {
  await begin();
  await followed.stopServer();
  const data = join(followed.folder, 'data');
  await cp(data, `${data}-old`, { recursive: true });
  await followed.startServer();
  await followed.write('k1', '"lost"');
  await followed.write('k2', '"lost too"');
  await followed.caughtUp();
  await followed.stopServer();
  await rm(data, { recursive: true });
  await rename(`${data}-old`, data);
  await followed.startServer();
  await followed.write('k1', '"other"');
  await followed.caughtUp();
  expect(await followed.restored()).toEqual({ k0: '"0"', k1: '"other"' });
});

test('another store has files of its own in the same target', async () => {
  await begin();
  await followed.stopServer();
  await rename(join(followed.folder, 'data'), join(followed.folder, 'first'));
  await followed.startServer();
  await followed.write('k', '"another store"');
  await followed.caughtUp();
  expect(new Set((await names('.copy')).map(name => name.split('-')[1])).size).toBe(2);
  expect(await followed.restored()).toEqual({ k: '"another store"' });
});

test('a server says who follows, and how far behind each is', async () => {
  followed = await startFollowed();
  expect(followed.followers.backlog()).toBeNull();
  await followed.write('k0', '"0"');
  followed.startFollower();
  await until(() => followed.followers.status().length > 0);
  await followed.caughtUp();
  expect(followed.followers.backlog()).toEqual({ milliseconds: 0, commits: 0 });
  await followed.stopFollower();
  await followed.write('k1', '"1"');
  await followed.write('k2', '"2"');
  await sleep(50);
  expect(followed.followers.status()).toEqual([
    { folder: followed.target, isHere: true, behindMs: expect.any(Number) as number },
  ]);
  const { milliseconds, commits } = followed.followers.backlog()!;
  expect(commits).toBe(2);
  expect(milliseconds).toBeGreaterThanOrEqual(50);
});
