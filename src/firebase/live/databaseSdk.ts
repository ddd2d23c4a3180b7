import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  onAuthStateChanged,
  updateCurrentUser,
  type User,
} from 'firebase/auth';
import { forceWebSockets, getDatabase, onValue, ref, remove, set, update } from 'firebase/database';
import type { FirebaseConfig } from '../config';
import { followList } from './followList';
import type { LiveWire } from './liveWire';
import { createSdkConnection, sendOver } from './sdkConnection';
import { withoutHeartbeat } from '../withoutHeartbeat';

export type Wire = LiveWire & { drop(): Promise<void>; connected(): Promise<void> };

let opened = 0;

async function openApp(config: FirebaseConfig, user: User) {
  // A hidden flag of the SDK would otherwise lock a browser into long polling for good.
  if (opened++ === 0) forceWebSockets();
  const app = initializeApp(config, `database-${opened}`);
  withoutHeartbeat(app);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  if (config.emulated) connectAuthEmulator(auth, config.emulated.authUrl, { disableWarnings: true });
  await updateCurrentUser(auth, user);
  return { app, auth, database: getDatabase(app) };
}

/**
 * A connection of the database SDK as `user`, in a Firebase app of its own. The SDK would send an unanswered write again,
 * as whoever is then signed in. So a connection that is lost during a write, refused or signed out is dropped whole.
 */
export async function openWire(
  config: FirebaseConfig,
  user: User,
  onDropped: (isRefused: boolean) => void,
  /** `serverTime` is the server's clock in milliseconds. */
  onConnected: (isAgain: boolean, serverTime: number) => void,
  /** Told when it has not been connected for 10 s. */
  onCut: () => void,
): Promise<Wire> {
  const { app, auth, database } = await openApp(config, user);
  const connection = createSdkConnection(onCut);
  let wasConnected = false;
  // Told with each handshake, before `.info/connected` is.
  let serverOffset = 0;
  onValue(ref(database, '.info/serverTimeOffset'), snapshot => {
    serverOffset = Number(snapshot.val());
  });
  onValue(ref(database, '.info/connected'), snapshot => {
    const isConnected = snapshot.val() === true;
    connection.set(isConnected);
    if (!isConnected) return;
    onConnected(wasConnected, Date.now() + serverOffset);
    wasConnected = true;
  });
  const drop = async (isRefused = false) => {
    if (!connection.drop()) return;
    onDropped(isRefused);
    await deleteApp(app);
  };
  onAuthStateChanged(auth, signedIn => {
    if (!signedIn) void drop(true);
  });

  const send = (write: () => Promise<void>) => sendOver(connection, drop, write);
  /** A path of the user's. */
  const at = (path: string) => ref(database, [user.uid, path].filter(Boolean).join('/'));
  return {
    drop: () => drop(),
    connected: connection.connected,
    set: (path, value) => send(() => set(at(path), value)),
    remove: path => send(() => remove(at(path))),
    update: paths => send(() => update(at(''), paths)),
    follow: (path, listener, onCancelled, knownKeys = []) =>
      followList(at(path), listener, onCancelled, knownKeys),
  };
}
