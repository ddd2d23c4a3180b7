/** The memory of the count of records, and whether it keeps enough of long keys to tell them apart. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairsOf } from '../../../server/lib/pairs';
import { sealed, checksumOf } from '../../../server/storage/records/checksum';
import { Tally } from '../../../server/storage/records/tally';
import { openStore } from '../../../server/storage/store';

const long = (index: number) => `db:x\0/top/${'k'.repeat(1_500)}${index}`;

test('a key counts with a bounded number of characters, however long it is', () => {
  const tally = new Tally('db:x\0/top');
  for (const key of ['db:x\0/top', long(1), long(2)]) tally.read(key, sealed('1', checksumOf(key, '1')));
  expect(tally.checksums.size).toBe(3);
  for (const key of tally.checksums.keys()) expect(key.length).toBeLessThanOrEqual(80);
});

test('records under long keys are counted as they are written, replaced and removed', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'daywall-ledger-')), 'data');
  const store = await openStore(folder);
  const section = store.section('db:x');
  const keyOf = (index: number) => long(index).slice('db:x\0'.length);
  const put = (index: number, value: string | null) => section.commit([{ key: keyOf(index), value }]);
  for (let index = 0; index < 5; index += 1) await put(index, 'first');
  await put(0, 'second');
  await put(1, null);
  await store.close();
  // A start compares the count with the stored records.
  const again = await openStore(folder);
  const values = [];
  for await (const [, value] of pairsOf(again.section('db:x').pages())) values.push(value);
  await again.close();
  expect(values).toEqual(['second', 'first', 'first', 'first']);
  await rm(join(folder, '..'), { recursive: true });
});
