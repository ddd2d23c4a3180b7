/** The real Firebase SDK over a real socket. */
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import { enableLogging, getDatabase, goOffline, type Database } from 'firebase/database';

enableLogging(false);
const apps = new Set<FirebaseApp>();
let count = 0;

/** A client of its own, with its own connection. */
export function sdk(url: string, ns = 'main'): Database {
  const app = initializeApp({ databaseURL: `${url}?ns=${ns}` }, `client-${(count += 1)}`);
  apps.add(app);
  return getDatabase(app);
}

/** Ends every client that a test made. */
export async function endClients(): Promise<void> {
  for (const app of apps) {
    goOffline(getDatabase(app));
    await deleteApp(app);
  }
  apps.clear();
}
