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
import type { FirebaseConfig } from '../rest/keptConfig';
import { followList } from './followList';
import type { LiveWire } from './liveWire';
import { createSdkConnection, sendOver } from './sdkConnection';
import { withoutHeartbeat } from './withoutHeartbeat';

export type Wire = LiveWire & { drop(): Promise<void>; connected(): Promise<void> };

let opened = 0;

async function openApp(config: FirebaseConfig, user: User) {
  // Otherwise a hidden flag of the SDK would permanently restrict a browser to long polling.
  if (opened++ === 0) forceWebSockets();
  const app = initializeApp(config, `database-${opened}`);
  withoutHeartbeat(app);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  if (config.emulated) connectAuthEmulator(auth, config.emulated.authUrl, { disableWarnings: true });
  await updateCurrentUser(auth, user);
  return { app, auth, database: getDatabase(app) };
}

/**
 * A connection of the database SDK as `user`, in a Firebase app of its own. It is dropped completely when lost during
 * a write, refused, or signed out: the SDK would repeat an unanswered write as the next user.
 */
export async function openWire(
  config: FirebaseConfig,
  user: User,
  onDropped: (isRefused: boolean) => void,
  /** `serverTime` is the server's clock in milliseconds. */
  onConnected: (isAgain: boolean, serverTime: number) => void,
  /** Called when it has been disconnected for 10 s. */
  onCut: () => void,
): Promise<Wire> {
  const { app, auth, database } = await openApp(config, user);
  const connection = createSdkConnection(onCut);
  let wasConnected = false;
  // Called at each handshake, before `.info/connected`.
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
  /** A path below the user's data. */
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
