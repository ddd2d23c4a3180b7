// `npm run test:browsers`: the same stories in every browser engine that this machine has.
import { parseArgs } from 'node:util';
import { openOrigin, type Origin } from '../e2e/support/network/origin';
import { accountStories } from './accountStories';
import { deviceStories } from './deviceStories';
import { draftStories } from './draftStories';
import { candidates } from './engines';
import { keepingStories } from './keepingStories';
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
  },
});
const all = [
  ...accountStories,
  ...taskStories,
  ...deviceStories,
  ...draftStories,
  ...keepingStories,
  ...storageStories,
];
const stories = all.filter(({ title }) => title.includes(values.only));

/** Runs one story in an empty browser; returns whether it passed. */
async function tell(engine: Engine, origin: Origin, { title, tell: run }: Story) {
  const since = Date.now();
  const profile = await engine.open(origin.url);
  try {
    await run(await openWorld(origin, profile.screen));
    console.log(`  ✓ ${engine.name}: ${title} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
    return true;
  } catch (failure) {
    const page = `
      const fields = [...document.querySelectorAll('input, textarea')].map(field => field.name + ': ' + field.value);
      return [location.href, ...fields, document.body.innerText].join('\\n')`;
    const pageText = await profile.screen.run<string>(page).catch(String);
    console.log(`  ✗ ${engine.name}: ${title}\n${(failure as Error).stack}\n--- The page:\n${pageText}\n---`);
    return false;
  } finally {
    origin.network.mend();
    await profile.close().catch(() => undefined);
  }
}

async function main() {
  const origin = await openOrigin();
  const missing: string[] = [];
  let passed = 0;
  let failed = 0;
  try {
    for (const { name, find, start } of candidates) {
      if (values.engine && name.toLowerCase() !== values.engine.toLowerCase()) continue;
      const at = find();
      if (!at) {
        console.log(`${name} is not on this machine: ${stories.length} stories skipped.`);
        missing.push(name);
        continue;
      }
      const engine = await start(at).catch((failure: Error) => {
        console.log(
          `${name} does not start, ${stories.length} stories failed: ${failure.message.split('\n')[0]}`,
        );
        failed += stories.length;
      });
      if (!engine) continue;
      console.log(`${name} ${engine.version}`);
      try {
        for (const story of stories) {
          if (await tell(engine, origin, story)) passed += 1;
          else failed += 1;
        }
      } finally {
        await engine.close();
      }
    }
  } finally {
    await origin.close();
  }
  const without = missing.length > 0 ? `, ${missing.join(' and ')} missing` : '';
  console.log(`${passed} passed, ${failed} failed, ${missing.length * stories.length} skipped${without}`);
  // No engine or no story is a failure, because nothing was proved.
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

void main().then(() => process.exit());
