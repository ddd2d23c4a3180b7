/** DATABASE_INSTANCES may get longer at its end; a change that would hide data is refused with a message. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkInstances, noteInstances } from '../../../../server/database/instances/names';
import { openStore, type LocalStore } from '../../../../server/storage/store';

let folder: string;
let store: LocalStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-instances-'));
  store = await openStore(folder);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

type Names = [string, ...string[]];
const put = (name: string) => store.section(`db:${name}`).commit([{ key: '/ann', value: '{"a":1}' }]);
const hides = /^There are people's data in the database b, which DATABASE_INSTANCES .* does not name/;
const first = /^The first database was a, and DATABASE_INSTANCES .* begins with b: begin it with a/;

test.each<[string, string[], Names, Names, RegExp | null]>([
  ['the same names', ['a', 'b'], ['a', 'b'], ['a', 'b'], null],
  ['a name more at the end', ['a', 'b'], ['a', 'b'], ['a', 'b', 'c'], null],
  ['an empty database taken away', ['a'], ['a', 'b'], ['a'], null],
  ['another order behind the first', ['a', 'b'], ['a', 'b', 'c'], ['a', 'c', 'b'], null],
  ['a database with data taken away', ['a', 'b'], ['a', 'b'], ['a'], hides],
  ['another first one', ['a', 'b'], ['a', 'b'], ['b', 'a'], first],
  ['another first one, with data in the second alone', ['b'], ['a', 'b'], ['b', 'a'], first],
  ['another first one in front', ['a'], ['a'], ['b', 'a'], first],
  ['another first one without any data', [], ['a'], ['b'], null],
])('%s', async (_, holding, before, after, refusal) => {
  for (const name of holding) await put(name);
  await noteInstances(store, before);
  if (refusal) await expect(checkInstances(store, after)).rejects.toThrow(refusal);
  else await expect(checkInstances(store, after)).resolves.toBeUndefined();
});
