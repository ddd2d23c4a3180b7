/** Backups that were changed, with a checksum that is right again: what a restore accepts, a server starts with. */
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askControl } from '../../../server/storage/control';
import { jsonLine } from '../../../server/storage/jsonLine';
import { runScript } from '../../support/command';
import { hostileJson, hostilePath } from '../../support/hostile';
import { ask } from '../../support/http';
import { startServer } from '../../support/server';
import { count, type Target } from './target';

const text = fc.oneof(
  hostileJson.map(json => JSON.stringify(json)),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"\\ud800"',
    '{"kind":"set"}',
    '{"kind":"set","path":[],"data":1,"auth":null}',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const key = fc.oneof(
  hostilePath.map(keys => `db:daywall\0/${keys.join('/')}`),
  fc.constantFrom(
    ...['accounts\0x', 'accounts\0', 'keys\0id-token', 'db:daywall\0~x/000000000', 'db:daywall\0!lastPushId'],
    ...['\0format', 'db:other\0/', 'x', '', 'db:daywall\0//', 'db:daywall\0/a//b', 'db:daywall\0/.priority'],
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, text) as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);

/** The backup with lines changed, and a last line that fits. */
function spoilt(lines: string[], pairs: readonly unknown[], at: number): string {
  const [head, ...rest] = lines;
  const body = rest.slice(0, -1);
  pairs.forEach((one, index) =>
    body.splice((at + index * 7) % (body.length + 1), index % 2, jsonLine(one).trimEnd()),
  );
  const kept = [head!, ...body].map(line => `${line}\n`).join('');
  const foot = { pairs: body.length, sha256: createHash('sha256').update(kept).digest('hex') };
  return `${kept}${jsonLine(foot)}`;
}

export async function fuzzRestores(target: Target, seed: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-fuzz-'));
  const good = join(folder, 'good');
  await askControl(target.server.dataDir, 'backup', { file: good });
  const lines = (await readFile(good, 'utf8')).trimEnd().split('\n');
  const change = fc.tuple(fc.array(pair, { minLength: 1, maxLength: 3 }), fc.nat(1_000));
  for (const [index, [pairs, at]] of fc.sample(change, { seed, numRuns: 2 }).entries()) {
    const [file, data] = [join(folder, `bad${index}`), join(folder, `data${index}`)];
    await writeFile(file, spoilt(lines, pairs, at));
    await tryRestore(target, file, data, `a backup with ${JSON.stringify(pairs)}`);
  }
  await rm(folder, { recursive: true });
}

/** Refused in one sentence, or restored to a folder that a server starts with and stops on. */
async function tryRestore(target: Target, file: string, data: string, story: string): Promise<void> {
  count(target, 'restores');
  const { code, stderr } = await runScript('node_modules/tsx/dist/cli.mjs', {
    args: ['scripts/restore.ts', file],
    env: { DATA_DIR: data },
  });
  if (code !== 0) {
    if (!/^[^\n]*[.!?:][^\n]*\n$/.test(stderr) || /\n\s+at /.test(stderr))
      target.findings.push(`${story} → ${stderr}`);
    return;
  }
  count(target, 'restored');
  try {
    const server = await startServer({ env: { DATA_DIR: data } });
    const { status } = await ask(`${server.url}/open.json`);
    if (status >= 500) target.findings.push(`${story} → restored, then ${status}`);
    await server.stop();
  } catch (error) {
    target.findings.push(`${story} → restored, then ${String(error)}`);
  }
}
