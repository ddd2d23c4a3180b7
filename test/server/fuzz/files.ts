/** Requests with random headers for the app's files, while these appear and disappear. */
import fc from 'fast-check';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../../support/clients/http';
import { count, type Target } from './target';

const headers = fc.record(
  {
    range: fc.constantFrom('bytes=5-2', 'bytes=-1', 'bytes=0-', 'x', 'bytes=99999-'),
    'accept-encoding': fc.constantFrom('br', 'gzip, br;q=0', '*', ''),
    'if-none-match': fc.constantFrom('*', 'W/"1-1"', ','),
  },
  { requiredKeys: [] },
);
const path = fc.constantFrom(
  ...[
    '/assets/a.js',
    '/assets/a.js',
    '/assets/a.js',
    '/',
    '/assets',
    '/assets/',
    '/a/../b',
    '/%2e%2e/x',
    '/.x',
  ],
  ...[
    '/%00',
    '/%ff',
    '/assets/%2e%2e%2findex.html',
    '/assets/a.js/',
    '/index.html',
    '//',
    '/a%2fb',
    '/x'.repeat(900),
  ],
);

export async function fuzzFiles(target: Target, seed: number): Promise<void> {
  const file = join(target.dist, 'assets/a.js');
  let isBuilding = true;
  const building = (async () => {
    while (isBuilding) {
      await writeFile(`${file}.new`, 'x'.repeat(50_000));
      await rename(`${file}.new`, file);
      await new Promise(done => setTimeout(done, 1));
      await rm(file);
    }
  })();
  for (const [where, about] of fc.sample(fc.tuple(path, headers), { seed, numRuns: 80 })) {
    count(target, 'files');
    const answer = await ask(target.server.url + where, { headers: about }).catch((error: Error) => error);
    const story = `${where} ${JSON.stringify(about)}`;
    if (answer instanceof Error) target.findings.push(`${story} → ${answer.message}`);
    else if (answer.status >= 500) target.findings.push(`${story} → ${answer.status}`);
    else if (answer.status === 200 && where.endsWith('a.js') && answer.body.length !== 50_000)
      target.findings.push(`${story} → ${answer.body.length} bytes`);
  }
  isBuilding = false;
  await building;
}
