/** A full disk: the operating system refuses to let files grow. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RawClient } from '../../support/clients/rawClient';
import { spawnServer } from '../../support/server/spawnServer';

test('a full disk keeps what was answered and nothing refused, also after a kill', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-full-'));
  const full = await spawnServer(folder, { fileKilobytes: 1_000 });
  const client = await RawClient.open(full.host);
  const expected: Record<string, string> = {};
  const refused: string[] = [];
  let refusedAt = Infinity;
  for (let index = 0; refused.length === 0 || index < 200; index += 1) {
    const value = randomBytes(10_000).toString('base64');
    const { s, d } = await client.ask('p', { p: `/k${index}`, d: value });
    if (s === 'ok') expected[`k${index}`] = value;
    else {
      refused.push(`${s}: ${String(d)}`);
      refusedAt = Math.min(refusedAt, index);
    }
  }
  const works = Object.keys(expected).some(key => Number(key.slice(1)) > refusedAt);
  expect(works).toBe(true);
  expect(refused[0]).toMatch(/^unavailable: The disk refused: /);
  expect(refused.filter(words => words.includes('/') || words.includes(folder))).toEqual([]);
  const read = async (host: string) => (await fetch(`http://${host}/.json`)).json();
  expect(await read(full.host)).toEqual(expected);
  await full.end('SIGKILL');
  await client.close();
  const again = await spawnServer(folder);
  expect(await read(again.host)).toEqual(expected);
  await again.end('SIGTERM');
  await rm(folder, { recursive: true });
});
