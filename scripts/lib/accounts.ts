import { randomBytes } from 'node:crypto';
import { userCommands } from '../../server/auth/administration';
import { openAuth } from '../../server/auth/state';
import { urlHost, type Config } from '../../server/settings/config';
import { removeStored, storedSizes } from '../../server/database/dataFiles';
import { createLog } from '../../server/log';
import { askControl, ServerNotRunning } from '../../server/storage/control';
import { openStore } from '../../server/storage/store';
import type { Json } from '../../server/lib/types';

/** Asks the running server; without one, does the same directly on the data folder. */
export async function performOnAccounts(config: Config, command: string, args: Json): Promise<Json> {
  try {
    return await askControl(config.dataDir, command, args);
  } catch (error) {
    if (!(error instanceof ServerNotRunning)) throw error;
  }
  const store = await openStore(config.dataDir);
  try {
    const auth = await openAuth(store, config, Date.now, randomBytes, createLog(config.logLevel));
    const site = () => config.publicUrl?.origin ?? `http://${urlHost(config.host)}:${config.port}`;
    const storage = {
      storedBy: storedSizes(store, config.instances),
      remove: (uid: string) => removeStored(store, config.instances, uid),
      shareOf: (uid: string) => auth.accounts.get(uid)?.quota ?? config.accountQuota,
    };
    return (await userCommands(auth, site, storage)[command]?.(args)) ?? null;
  } finally {
    await store.close();
  }
}
