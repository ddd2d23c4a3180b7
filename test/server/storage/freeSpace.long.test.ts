/** Stored data leaves free space on its disk. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUp } from '../../support/clients/identity';
import { startServer } from '../../support/server/server';
import { until } from '../../support/until';

test('a server on a small disk refuses growth before it is full, takes what shrinks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-small-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder]);
  try {
    const server = await startServer({ env: { DATA_DIR: join(folder, 'data') } });
    const { localId, idToken } = await signUp(server.url, 'ann@example.com');
    const put = async (noteDescription: string) => {
      const url = `${server.url}/${localId}/notes/n.json?auth=${idToken}`;
      const body = JSON.stringify({ noteTitle: '', noteDescription });
      const answer = await fetch(url, { method: 'PUT', body });
      return [answer.status, answer.ok ? null : await answer.json()];
    };
    expect(await put('x'.repeat(500))).toEqual([200, null]);
    // A twentieth of 84 MB stays free. The server looks once a second; until then the writes must not fill the disk.
    await writeFile(join(folder, 'other'), Buffer.alloc(80.5e6));
    let length = 500;
    await until(async () => expect((await put('x'.repeat((length += 10))))[0]).toBe(503));
    expect(await put('x'.repeat(700_000))).toEqual([503, { error: 'The database is full.' }]);
    expect(await put('less')).toEqual([200, null]);
    await rm(join(folder, 'other'));
    await until(async () => expect(await put('x'.repeat(700_000))).toEqual([200, null]));
    expect(server.log()).toContain('the disk of the data is nearly full; ');
    await server.stop();
  } finally {
    execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true });
  }
});
