/**
 * `npm run data -- export FILE`: the app's databases as JSON, one file each, as hosted Firebase imports them. `npm run
 * data -- import FILE [DATABASE]`: fills an empty database, by default the first, from such a file. The server must be
 * stopped.
 */
import { ConfigError, readConfig } from '../server/settings/config';
import { exportData, importData } from '../server/database/dataFiles';
import { checkInstances, noteInstances } from '../server/database/instances/names';
import { openStore, StoreError, type LocalStore } from '../server/storage/store';
import { ProtocolError } from '../server/lib/types';
import { FileError, readGivenJson, refuseExisting, writeSecret } from './lib/secretFiles';

const usage = 'Usage: npm run data -- export FILE, or: npm run data -- import FILE [DATABASE]';
class UsageError extends Error {}

/** The first database is written to the file itself, each further one to a file beside it that has its name. */
async function exportAll(store: LocalStore, instances: readonly string[], file: string): Promise<void> {
  const nameOf = (at: number) => (at === 0 ? file : file.replace(/(\.json)?$/, `-${instances[at]}.json`));
  await refuseExisting(instances.map((_, at) => nameOf(at)));
  for (const [at, instance] of instances.entries()) {
    const name = nameOf(at);
    await writeSecret(name, await exportData(store.section(`db:${instance}`)));
    console.log(`Wrote the data of ${instance} to ${name}. Keep it as safe as the data itself.`);
    const target = at === 0 ? '' : ` --instance ${instance}`;
    console.log(`npx firebase-tools database:set / ${name}${target} --project YOUR-PROJECT`);
  }
}

async function main([command, file, instance, ...rest]: string[]): Promise<void> {
  if ((command !== 'export' && command !== 'import') || !file || rest.length > 0) throw new UsageError(usage);
  const { dataDir, instances } = readConfig(process.env);
  const into = instance ?? instances[0];
  if (command === 'export' && instance !== undefined) throw new UsageError(usage);
  if (!instances.includes(into))
    throw new UsageError(`DATABASE_INSTANCES (${instances.join(', ')}) names no ${into}.`);
  const json = command === 'import' ? await readGivenJson(file) : null;
  const store = await openStore(dataDir);
  try {
    await checkInstances(store, instances);
    if (command === 'export') await exportAll(store, instances, file);
    else {
      // Written before the data, so that a kill in between hides no database.
      await noteInstances(store, instances);
      const users = await importData(store.section(`db:${into}`), json, Date.now());
      console.log(`Imported the data of ${users} users into ${into}.`);
    }
  } finally {
    await store.close();
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  const expected = [ConfigError, FileError, ProtocolError, StoreError, UsageError];
  console.error(expected.some(kind => error instanceof kind) ? error.message : error);
  process.exitCode = 1;
});
