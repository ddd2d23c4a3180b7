/** Reading a store without LevelDB. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { checksumOf, sealed } from '../../../server/storage/records/checksum';
import { FORMAT_KEY } from '../../../server/storage/records/keys';
import { salvage } from '../../../server/storage/damage/salvage';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'daywall-salvage-'))));
afterEach(() => rm(folder, { recursive: true }));

async function storeOf(pairs: Record<string, string>): Promise<void> {
  await mkdir(join(folder, 'store'));
  const level = new ClassicLevel(join(folder, 'store'));
  for (const [key, value] of Object.entries(pairs)) await level.put(key, value);
  await level.close();
}

const KEY = 'db:main\0/ann/tasks/a';
const TEXT = '{"taskId":1}';
const SEALED_TEXT = sealed(TEXT, checksumOf(KEY, TEXT));
const ALTERED = `00000000${TEXT}`;

test.each<[string, Record<string, string>, { texts: string[]; damaged: number }]>([
  ['one checksum that fits', { [KEY]: SEALED_TEXT }, { texts: [TEXT], damaged: 0 }],
  ['no checksum', { [KEY]: TEXT }, { texts: [], damaged: 1 }],
  [
    'a checksum of another text, and an altered format',
    { [FORMAT_KEY]: 'x', [`${KEY}b`]: ALTERED, [KEY]: SEALED_TEXT },
    { texts: [TEXT], damaged: 1 },
  ],
  ['nothing', {}, { texts: [], damaged: 0 }],
])('a store without a readable head that has %s', async (_, pairs, { texts, damaged }) => {
  await storeOf(pairs);
  const found = await salvage(folder);
  expect([...found.records.values()]).toEqual(texts);
  expect(found).toMatchObject({ damaged, expected: null });
});

test.each(['log', 'table'])('a store of many blocks is read whole from its %s', async kind => {
  const keys = Array.from({ length: 100 }, (_, at) => `db:main\0/ann/tasks/${at}`);
  const texts = Object.fromEntries(keys.map(key => [key, `"${'x'.repeat(1000)} ${key}"`]));
  await storeOf(
    Object.fromEntries(keys.map(key => [key, sealed(texts[key]!, checksumOf(key, texts[key]!))])),
  );
  // LevelDB turns its log into a table when it opens a store.
  const level = new ClassicLevel(join(folder, 'store'));
  if (kind === 'table') await level.open();
  await level.close();
  const { records, damaged } = await salvage(folder);
  expect([Object.fromEntries(records), damaged]).toEqual([texts, 0]);
});
