import { isTimeout, within } from '../lib/within';
import { openSdkStore, STORE } from './storedToken';

/** Milliseconds for the SDK's database to answer to a write. */
const PATIENCE = 3000;

async function write() {
  const database = await openSdkStore();
  await database.transaction(STORE, 'readwrite').done.finally(() => database.close());
}

/** Whether the SDK's database does not answer to a write: the SDK would wait for it for ever. */
export const isSdkStoreSilent = (): Promise<boolean> =>
  within(PATIENCE, write()).then(() => false, isTimeout);
