/** `npm run restore FILE`: a data folder from a backup, where there is none yet. `DATA_DIR` names the folder. */
import { resolve } from 'node:path';
import { checkContent } from '../server/content';
import { restore } from '../server/storage/backup';

async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Usage: npm run restore FILE');
  const folder = resolve(process.env.DATA_DIR ?? '.data');
  const { pairs } = await restore(resolve(file), folder, { check: checkContent });
  console.log(`Restored ${pairs} records to ${folder}.`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
