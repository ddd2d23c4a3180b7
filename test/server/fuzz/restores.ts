/** Changed backups with a correct checksum: a server must start with whatever a restore accepts. */
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askControl } from '../../../server/storage/control';
import { jsonLine } from '../../../server/storage/records/jsonLine';
import { runScript } from '../../support/server/command';
import { character } from '../../support/arbitraries';
import { hostileJson, hostilePath } from '../../support/clients/hostile';
import { ask } from '../../support/clients/http';
import { startServer } from '../../support/server/server';
import { contentOf, count, rules, type Target } from './target';

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
  fc.string({ unit: character, maxLength: 20 }),
);
const key = fc.oneof(
  hostilePath.map(keys => `db:daywall\0/${keys.join('/')}`),
  fc.constantFrom(
    ...['accounts\0x', 'accounts\0', 'keys\0id-token', 'db:daywall\0~x/000000000', 'db:daywall\0!lastPushId'],
    ...['\0format', 'db:other\0/', 'x', '', 'db:daywall\0//', 'db:daywall\0/a//b', 'db:daywall\0/.priority'],
  ),
  fc.string({ unit: character, maxLength: 10 }),
);
const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, text) as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);

type Change = { kind: 'put'; line: unknown } | { kind: 'drop' } | { kind: 'copy'; from: number; half: 0 | 1 };
const place = fc.nat(1_000);
const change: fc.Arbitrary<[Change, number]> = fc.tuple(
  fc.oneof(
    { weight: 3, arbitrary: pair.map((line): Change => ({ kind: 'put', line })) },
    { weight: 1, arbitrary: fc.constant<Change>({ kind: 'drop' }) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(place, fc.constantFrom<0 | 1>(0, 1))
        .map(([from, half]): Change => ({ kind: 'copy', from, half })),
    },
  ),
  place,
);

/** The backup with changed lines and a correct last line. `copy` takes the key or the value of another line. */
function spoilt(lines: string[], changes: readonly [Change, number][]): string {
  const [head, ...rest] = lines;
  const body = rest.slice(0, -1);
  for (const [change, place] of changes) {
    const at = place % body.length;
    if (change.kind === 'put') body.splice(at, 0, jsonLine(change.line).trimEnd());
    else if (change.kind === 'drop') body.splice(at, 1);
    else {
      const [to, from] = [at, change.from % body.length].map(index => JSON.parse(body[index]!) as unknown[]);
      if (!Array.isArray(to) || !Array.isArray(from)) continue;
      body[at] = jsonLine(to.with(change.half, from[change.half])).trimEnd();
    }
  }
  const kept = [head!, ...body].map(line => `${line}\n`).join('');
  const foot = { pairs: body.length, sha256: createHash('sha256').update(kept).digest('hex') };
  return `${kept}${jsonLine(foot)}`;
}

export async function fuzzRestores(target: Target, seed: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-fuzz-'));
  const good = join(folder, 'good');
  await askControl(target.server.dataDir, 'backup', { file: good });
  const lines = (await readFile(good, 'utf8')).trimEnd().split('\n');
  const drawn = fc.array(change, { minLength: 1, maxLength: 3 });
  await compare(target, good, join(folder, 'same'));
  for (const [index, changes] of fc.sample(drawn, { seed, numRuns: 1 }).entries()) {
    const [file, data] = [join(folder, `bad${index}`), join(folder, `data${index}`)];
    await writeFile(file, spoilt(lines, changes));
    await tryRestore(target, file, data, `a backup with ${JSON.stringify(changes)}`);
  }
  await rm(folder, { recursive: true });
}

/** Restores the unchanged backup, starts a server with it and compares its data. */
async function compare(target: Target, file: string, data: string): Promise<void> {
  count(target, 'restores');
  const before = await contentOf(target);
  const { code, stderr } = await restoreTo(file, data);
  if (code !== 0) return void target.findings.push(`its own backup is refused: ${stderr}`);
  try {
    const server = await startServer({ rules, clockOffset: target.clockOffset, env: { DATA_DIR: data } });
    const after = await contentOf(target, server.url);
    for (const [path, text] of Object.entries(before))
      if (after[path] !== text)
        target.findings.push(`/${path} is ${text}, and ${after[path]} from its backup`);
    await server.stop();
  } catch (error) {
    target.findings.push(`no server starts with its own backup: ${String(error)}`);
  }
}

const restoreTo = (file: string, data: string) =>
  runScript('scripts/restore.ts', { args: [file], env: { DATA_DIR: data } });

/** Expects a refusal in one sentence, or a restored folder on which a server starts and stops. */
async function tryRestore(target: Target, file: string, data: string, story: string): Promise<void> {
  count(target, 'restores');
  const { code, stderr } = await restoreTo(file, data);
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
