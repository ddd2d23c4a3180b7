// `npm run test:browsers`: the same stories in every browser engine that this machine has.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { openOrigin, type Origin } from '../e2e/support/network/origin';
import { accountStories } from './accountStories';
import { deviceStories } from './deviceStories';
import { draftStories } from './draftStories';
import { candidates } from './engines';
import { keepingStories } from './keepingStories';
import { kindStories } from './kindStories';
import { tableOf, withSections, type Column } from './results';
import type { Engine } from './screen';
import { storageStories } from './storageStories';
import { openWorld, type Story } from './story';
import { taskStories } from './taskStories';

const { values } = parseArgs({
  options: {
    /** Runs only this engine, e.g. `webkit`. */
    engine: { type: 'string' },
    /** Runs only stories whose title contains this text. */
    only: { type: 'string', default: '' },
    /** Writes the table of results into docs/browsers.md. */
    write: { type: 'boolean', default: false },
  },
});
const all = [
  ...accountStories,
  ...taskStories,
  ...deviceStories,
  ...draftStories,
  ...keepingStories,
  ...kindStories,
  ...storageStories,
];
const stories = all.filter(({ title }) => title.includes(values.only));

/** Runs one story in an empty browser; returns the milliseconds that it took, or the error. */
async function tell(engine: Engine, origin: Origin, { title, tell: run }: Story) {
  const since = Date.now();
  const profile = await engine.open(origin.url);
  try {
    await run(await openWorld(origin, profile.screen));
    const took = Date.now() - since;
    console.log(`  ✓ ${engine.name}: ${title} (${(took / 1000).toFixed(1)} s)`);
    return took;
  } catch (failure) {
    const page = `
      const fields = [...document.querySelectorAll('input, textarea')].map(field => field.name + ': ' + field.value);
      return [location.href, ...fields, document.body.innerText].join('\\n')`;
    const pageText = await profile.screen.run<string>(page).catch(String);
    console.log(`  ✗ ${engine.name}: ${title}\n${(failure as Error).stack}\n--- The page:\n${pageText}\n---`);
    return null;
  } finally {
    origin.network.mend();
    await profile.close().catch(() => undefined);
  }
}

async function main() {
  const origin = await openOrigin();
  const columns: Column[] = [];
  try {
    for (const { name, find, start } of candidates) {
      if (values.engine && name.toLowerCase() !== values.engine.toLowerCase()) continue;
      const at = find();
      if (!at) {
        console.log(`${name} is not on this machine: ${stories.length} stories skipped.`);
        columns.push({ name, version: null, results: new Map() });
        continue;
      }
      const engine = await start(at);
      console.log(`${name} ${engine.version}`);
      const results: Column['results'] = new Map();
      columns.push({ name, version: engine.version, results });
      try {
        for (const story of stories) results.set(story.title, await tell(engine, origin, story));
      } finally {
        await engine.close();
      }
    }
  } finally {
    await origin.close();
  }
  const times = columns.flatMap(({ results }) => [...results.values()]);
  const failed = times.filter(took => took === null).length;
  const skipped = columns.filter(({ version }) => version === null);
  const missing = skipped.length > 0 ? `, ${skipped.map(({ name }) => name).join(' and ')} missing` : '';
  console.log(
    `${times.length - failed} passed, ${failed} failed, ${skipped.length * stories.length} skipped${missing}`,
  );
  if (values.write) {
    const page = path.resolve(__dirname, '../../docs/browsers.md');
    const options = { ...(await resolveConfig(page)), parser: 'markdown' };
    const written = withSections(tableOf(stories, columns), await readFile(page, 'utf8'));
    await writeFile(page, await format(written, options));
  }
  // No engine or no story is a failure, because nothing was proved.
  process.exitCode = failed > 0 || times.length === 0 ? 1 : 0;
}

void main().then(() => process.exit());
