/**
 * Random damage, in several places, to a store with several tables and a log: a start opens the store with all
 * answered writes or refuses it, and a repair saves only written values. `DAMAGE_SEED` and `DAMAGE_ROUNDS` choose
 * another run.
 */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repair } from '../../../server/storage/damage/repair';
import { openStore, StoreError } from '../../../server/storage/store';
import { pairsOf } from '../../support/server/damagedFolder';
import { times } from '../../support/long';

const seed = Number(process.env['DAMAGE_SEED'] ?? 4242);
const rounds = Number(process.env['DAMAGE_ROUNDS'] ?? times(20, 60));
jest.setTimeout(60_000 + rounds * 1_000);

let state = seed;
/** A random whole number from 0 to below `limit`, the same sequence for the same seed. */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
}

let folder: string;
const inFolder = (name: string) => join(folder, name);
/** All values that each key ever had. */
const written = new Map<string, Set<string>>();
let content: string;

/** Writes the parts: each becomes a table when the next part begins, and the last stays in the log. */
async function write(commits: number, most: number): Promise<void> {
  const store = await openStore(inFolder('whole'));
  for (let commit = 0; commit < commits; commit += 1) {
    const changes = Array.from({ length: 10 }, () => {
      const value = below(5) === 0 ? null : `"${String.fromCharCode(32 + below(90)).repeat(below(most))}"`;
      return { key: `/k${below(900)}`, value };
    });
    for (const { key, value } of changes)
      if (value !== null) written.set(key, (written.get(key) ?? new Set()).add(value));
    await store.section('db:main').commit(changes);
  }
  await store.close();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-any-'));
  for (const most of [2_000, 1_000, 200]) await write(60, most);
  await cp(inFolder('whole'), inFolder('read'), { recursive: true });
  content = JSON.stringify(await pairsOf(inFolder('read')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Damage = (bytes: Buffer, file: string, other: string) => Promise<unknown>;
const filled = (bytes: Buffer, length: number, byte: () => number) => {
  const from = below(bytes.length + 1);
  for (let at = from; at < Math.min(bytes.length, from + length); at += 1) bytes[at] = byte();
  return bytes;
};
const damages: Record<string, Damage> = {
  flipped: (bytes, file) =>
    writeFile(
      file,
      filled(bytes, 1, () => below(256)),
    ),
  'cut short': (bytes, file) => writeFile(file, bytes.subarray(0, below(bytes.length + 1))),
  removed: (_, file) => rm(file),
  'zero in a sector': (bytes, file) =>
    writeFile(
      file,
      filled(bytes, 512, () => 0),
    ),
  'random in a part': (bytes, file) =>
    writeFile(
      file,
      filled(bytes, 64, () => below(256)),
    ),
  longer: (bytes, file) => writeFile(file, Buffer.concat([bytes, Buffer.alloc(below(3_000), below(256))])),
  renamed: (_, file) => rename(file, join(file, '..', `00${100 + below(900)}.ldb`)),
  exchanged: async (bytes, file, other) => {
    await writeFile(file, await readFile(other));
    await writeFile(other, bytes);
  },
};

async function spoil(copy: string): Promise<string> {
  const damaged = [];
  for (let left = 1 + below(2); left > 0; left -= 1) {
    const names = (await readdir(join(copy, 'store'))).filter(name => !name.startsWith('LO'));
    const files = [...names.map(name => join(copy, 'store', name)), join(copy, 'last-commit')];
    const [file, other] = [files[below(files.length)]!, files[below(files.length)]!];
    const [what, damage] = Object.entries(damages)[below(Object.keys(damages).length)]!;
    const bytes = await readFile(file).catch(() => null);
    if (!bytes || (await readFile(other).catch(() => null)) === null) continue;
    await damage(bytes, file, other);
    damaged.push(`${file.slice(copy.length)} ${what}`);
  }
  return damaged.join(', ');
}

test(`seed ${seed}, ${rounds} rounds`, async () => {
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    await cp(inFolder('whole'), inFolder('copy'), { recursive: true });
    const what = await spoil(inFolder('copy'));
    const found = await pairsOf(inFolder('copy')).catch((error: Error) => error);
    if (!(found instanceof Error)) expect([what, JSON.stringify(found) === content]).toEqual([what, true]);
    else {
      expect([what, found]).toEqual([what, expect.any(StoreError)]);
      refused += 1;
      const saved = await repair(inFolder('copy'), inFolder('saved')).then(
        () => pairsOf(inFolder('saved')),
        (error: Error) => expect([what, error]).toEqual([what, expect.any(StoreError)]),
      );
      for (const [key, value] of saved ?? [])
        expect([what, key, written.get(key)?.has(value)]).toEqual([what, key, true]);
    }
    for (const name of ['copy', 'saved']) await rm(inFolder(name), { recursive: true, force: true });
  }
  expect(refused).toBeGreaterThan(rounds / 2);
});
