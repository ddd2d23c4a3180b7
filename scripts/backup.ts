/** `npm run backup [file]`: a copy of the data folder, also while the server runs. `DATA_DIR` names the folder. */
import { resolve } from 'node:path';
import { backup } from '../server/storage/backup';
import { askControl, ServerNotRunning } from '../server/storage/control';
import { openStore } from '../server/storage/store';

async function backupHere(folder: string, file: string) {
  const store = await openStore(folder);
  try {
    return await backup(store, file);
  } finally {
    await store.close();
  }
}

async function main(): Promise<void> {
  const folder = resolve(process.env.DATA_DIR ?? '.data');
  const file = resolve(process.argv[2] ?? `daywall-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`);
  const answer = await askControl(folder, 'backup', { file }).catch((error: unknown) => {
    if (error instanceof ServerNotRunning) return backupHere(folder, file);
    throw error;
  });
  console.log(
    `Wrote ${(answer as { pairs: number }).pairs} records to ${file}. Keep it as safe as the data itself.`,
  );
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
