/** A restore and a start refuse records that this program never writes, with one sentence. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkContent } from '../../../server/content';
import { backup } from '../../../server/storage/records/backupFile';
import { restore } from '../../../server/storage/backup/restore';
import { jsonLine } from '../../../server/storage/records/jsonLine';
import { openStore, StoreError } from '../../../server/storage/store';
import { startDatabaseServer } from '../../support/server/databaseServer';

let folder: string;
let lines: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-foreign-'));
  const server = await startDatabaseServer({ folder: join(folder, 'good') });
  await fetch(`${server.url}/ann.json`, { method: 'PUT', body: '{"a":{"b":1},"c":"x"}' });
  await backup(server.store, join(folder, 'backup'));
  await server.close({ keep: true });
  lines = (await readFile(join(folder, 'backup'), 'utf8')).trimEnd().split('\n');
});
afterEach(() => rm(join(folder, 'new'), { recursive: true, force: true }));
afterAll(() => rm(folder, { recursive: true }));

/** A backup with one more line and a correct last line. */
async function backupWith(line: unknown): Promise<string> {
  const body = [...lines.slice(0, -1), jsonLine(line).trimEnd()];
  const text = body.map(each => `${each}\n`).join('');
  const foot = { pairs: body.length - 1, sha256: createHash('sha256').update(text).digest('hex') };
  const file = join(folder, 'changed');
  await writeFile(file, text + jsonLine(foot));
  return file;
}

const account = {
  ...{
    uid: 'u',
    email: 'a@b.c',
    emailVerified: false,
    passwordHash: 'scrypt$32768$8$1$AA$AA',
    disabled: false,
  },
  ...{ createdAt: 1, lastLoginAt: 1, passwordUpdatedAt: 1, validSince: 1, sessions: [] },
};
const bad: [string, unknown][] = [
  ['a line that is nothing', null],
  ['a line that is no pair', [1, 2]],
  ['a pair without a value', ['db:main\0/x']],
  ['a value that is no text', ['db:main\0/x', null]],
  ['a key of no section', ['x', '1']],
  ['a record that is no JSON', ['db:main\0/x', '{']],
  ['an empty record', ['db:main\0/x', '']],
  ['nothing as a leaf', ['db:main\0/x', 'null']],
  ['nothing in a branch', ['db:main\0/x', '{"a":null}']],
  ['a list', ['db:main\0/x', '[1]']],
  ['a map in a map', ['db:main\0/x', '{"a":{"b":1}}']],
  ['a priority that is a map', ['db:main\0/x', '{"a":1,".priority":{}}']],
  ['an illegal key', ['db:main\0/x', '{"a.b":1}']],
  ['an illegal path', ['db:main\0//x', '1']],
  ['a path that is too deep', [`db:main\0/${'a/'.repeat(33)}a`, '1']],
  ['two nodes under one key', ['db:main\0/ann/c', '1']],
  ['a leaf above children', ['db:main\0/ann/c/d', '1']],
  ['a leaf as the root', ['db:main\0/', '1']],
  ['a disconnect that is no JSON', ['db:main\0~s/000000000', '{']],
  ['a disconnect of another kind', ['db:main\0~s/0', '{"kind":"x","path":[],"data":1,"auth":null}']],
  ['a disconnect without a path', ['db:main\0~s/0', '{"kind":"set","path":1,"data":1,"auth":null}']],
  ['a disconnect of half a user', ['db:main\0~s/0', '{"kind":"set","path":[],"data":1,"auth":{"uid":1}}']],
  ['a last key of another form', ['db:main\0!lastPushId', 'x']],
  ['names of databases that are no list', ['databases\0names', '5']],
  ['names of databases that are no JSON', ['databases\0names', '{']],
  ['a signing key of no length', ['keys\0id-token', '']],
  ['an account that is no JSON', ['accounts\0u', '{']],
  ['an account under another id', ['accounts\0v', JSON.stringify(account)]],
  ['an account without sessions', ['accounts\0u', JSON.stringify({ ...account, sessions: undefined })]],
  [
    'an account with half a session',
    ['accounts\0u', JSON.stringify({ ...account, sessions: [{ hash: 'x' }] })],
  ],
  ['a key for push services that is none', ['keys\0vapid', '[{"publicKey":"a","privateKey":"AQ"}]']],
  ['an account with a broken hash', ['accounts\0u', JSON.stringify({ ...account, passwordHash: 'scrypt' })]],
];

test.each(bad)('%s is found by a restore before anything takes its place', async (_, line) => {
  const file = await backupWith(line);
  await expect(restore(file, join(folder, 'new'), { check: checkContent })).rejects.toThrow(StoreError);
  expect((await readdir(folder)).sort()).toEqual(['backup', 'changed', 'good']);
});

test('the lines are refused for what is wrong with them alone', async () => {
  const good: unknown[] = [
    ['db:main\0/x', '{"a":1,".priority":"p"}'],
    ['accounts\0u', JSON.stringify(account)],
    ['db:main\0~s/0', '{"kind":"merge","path":["x"],"data":{"y":1},"auth":null}'],
  ];
  for (const line of good) {
    await restore(await backupWith(line), join(folder, 'new'), { check: checkContent });
    await rm(join(folder, 'new'), { recursive: true });
  }
});

test('such a record, asked for, is refused in one sentence, which tells nothing of it', async () => {
  const data = join(folder, 'data');
  await restore(await backupWith(['db:main\0/secret', '{']), data);
  const server = await startDatabaseServer({ folder: data });
  const answer = await fetch(`${server.url}/secret/a.json`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: 'The data of this account are damaged.' },
  ]);
  expect((await fetch(`${server.url}/ann/c.json`)).status).toBe(200);
  await server.close();
});

test('looking changes nothing', async () => {
  const store = await openStore(join(folder, 'good'));
  const before = [];
  for await (const pair of store.snapshot()) before.push(pair);
  await checkContent(store);
  const after = [];
  for await (const pair of store.snapshot()) after.push(pair);
  await store.close();
  expect(after).toEqual(before);
});
