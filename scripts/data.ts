/**
 * `npm run data -- export FILE`: all data of the app's database as JSON, as hosted Firebase imports it.
 * `npm run data -- import FILE`: fills an empty database with such a file. Both want the server stopped.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { ConfigError, readConfig } from '../server/config';
import { exportData, importData } from '../server/database/dataFiles';
import { openStore, StoreError } from '../server/storage/store';
import { ProtocolError, type Json } from '../server/types';

const usage = 'Usage: npm run data -- export FILE, or: npm run data -- import FILE';
class UsageError extends Error {}

async function main([command, file, ...rest]: string[]): Promise<void> {
  if ((command !== 'export' && command !== 'import') || !file || rest.length > 0) throw new UsageError(usage);
  const { dataDir, instances } = readConfig(process.env);
  const store = await openStore(dataDir);
  try {
    const section = store.section(`db:${instances[0]}`);
    if (command === 'export') {
      await writeFile(file, await exportData(section), { mode: 0o600 });
      console.log(`Wrote the data of ${instances[0]} to ${file}. Keep it as safe as the data itself.`);
      console.log(`npx firebase-tools database:set / ${file} --project YOUR-PROJECT`);
    } else {
      const json = JSON.parse(await readFile(file, 'utf8')) as Json;
      const users = await importData(section, json, Date.now());
      console.log(`Imported the data of ${users} users into ${instances[0]}.`);
    }
  } finally {
    await store.close();
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  const expected = [ConfigError, ProtocolError, StoreError, SyntaxError, UsageError];
  console.error(expected.some(kind => error instanceof kind) ? error.message : error);
  process.exitCode = 1;
});
