/** Rules files with cut, doubled and replaced pieces, reloaded while the server runs. */
import fc from 'fast-check';
import { writeFile } from 'node:fs/promises';
import { character } from '../../support/arbitraries';
import { count, rules, type Target } from './target';

const piece = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    ...[
      '"',
      '{',
      '}',
      '[',
      ']',
      '//',
      '/*',
      '$x',
      '".read": true,',
      'newData',
      '&&',
      '(',
      ')',
      '.matches(/(a*)*$/)',
    ],
    ...[
      '('.repeat(5_000),
      '!'.repeat(20_000),
      '"a": {'.repeat(3_000),
      '['.repeat(50_000),
      '1+'.repeat(20_000) + '1',
    ],
  ),
);
const change = fc.tuple(fc.nat(rules.length), fc.nat(40), piece);
const file = fc.oneof(
  { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }).map(spoilt) },
  { weight: 1, arbitrary: fc.string({ unit: character, maxLength: 100 }) },
  { weight: 1, arbitrary: fc.jsonValue().map(json => JSON.stringify({ rules: json })) },
);

function spoilt(changes: [number, number, string][]): string {
  return changes.reduce(
    (text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length),
    rules,
  );
}

const wait = (ms: number) => new Promise(done => setTimeout(done, ms));

export async function fuzzRules({ server, rulesFile, ...target }: Target, seed: number): Promise<void> {
  for (const text of fc.sample(file, { seed, numRuns: 6 })) {
    count({ server, rulesFile, ...target }, 'rules');
    await writeFile(rulesFile, text);
    process.kill(server.pid, 'SIGHUP');
    await wait(30);
    // The server must answer by whatever rules are in force.
    const response = await fetch(`${server.url}/open/a.json?orderBy="a"`);
    await response.text();
    if (response.status >= 500) target.findings.push(`rules ${text} → ${response.status}`);
  }
  await writeFile(rulesFile, rules);
  process.kill(server.pid, 'SIGHUP');
  await inForce(server.url);
}

/** Resolves when the open rules are in force again. */
async function inForce(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { status } = await fetch(`${url}/open/rules.json`, { method: 'PUT', body: '1' });
    const closed = await fetch(`${url}/elsewhere.json`);
    if (status === 200 && closed.status === 401) return;
    await wait(50);
  }
  throw new Error('the rules did not come back');
}
