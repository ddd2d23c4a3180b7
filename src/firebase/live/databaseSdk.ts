import { deleteApp } from 'firebase/app';
import { inMemoryPersistence, onAuthStateChanged, updateCurrentUser, type User } from 'firebase/auth';
import { forceWebSockets, getDatabase, onValue, ref, remove, set, update } from 'firebase/database';
import type { Json, LiveEvent, Records } from '../../services/database';
import { ServiceFailure } from '../../services/failure';
import type { FirebaseConfig } from '../rest/config';
import { followList } from './followList';
import { openSdk } from './openSdk';

/** A connection of the SDK. Paths are below the user's own; `''` is all of their data. */
export type Wire = {
  set(path: string, value: Json): Promise<void>;
  remove(path: string): Promise<void>;
  /** Writes values at several paths (null: removes them), atomically. */
  update(paths: Records): Promise<void>;
  /** The whole list once, then only changes. `onCancelled`: the server ended it. */
  follow(
    path: string,
    listener: (event: LiveEvent) => void,
    onCancelled: () => void,
    knownKeys?: readonly string[],
  ): () => void;
  drop(): Promise<void>;
  /** Resolves once connected; rejects after 10 s without a connection. */
  connected(): Promise<void>;
};

let opened = 0;

async function openApp(config: FirebaseConfig, user: User) {
  // Otherwise a hidden flag of the SDK would permanently restrict a browser to long polling.
  if (opened++ === 0) forceWebSockets();
  const { app, auth } = openSdk(config, inMemoryPersistence, `database-${opened}`);
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

/** The maximum time for the answer to a write, and for connecting. Milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

const unreachable = () => new ServiceFailure('network', 'disconnected', 'The server cannot be reached');

/** `cut`: disconnected for so long that the network may be blocking WebSockets. */
type Phase = 'connecting' | 'connected' | 'cut' | 'dropped';

/** Whether the SDK is connected, and who waits for it. `onCut` is called after each 10 s without a connection. */
export function createSdkConnection(onCut: () => void) {
  let phase: Phase = 'connecting';
  let untilCut: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Set<(isConnected: boolean) => void>();
  const enter = (next: Phase) => {
    phase = next;
    clearTimeout(untilCut);
    [...waiting].forEach(listener => listener(phase === 'connected'));
  };
  const wait = (listener: (isConnected: boolean) => void) => {
    waiting.add(listener);
    return () => void waiting.delete(listener);
  };

  return {
    /** The SDK reports its connection state. It keeps trying after a cut, but nothing waits for it any more. */
    set(isConnected: boolean) {
      if (phase === 'dropped') return;
      enter(isConnected ? 'connected' : phase === 'cut' ? 'cut' : 'connecting');
      if (isConnected) return;
      untilCut = setTimeout(() => {
        enter('cut');
        onCut();
      }, CONNECT_TIMEOUT_MS);
    },
    /** Gives the connection up. Returns false if that had already happened. */
    drop() {
      if (phase === 'dropped') return false;
      enter('dropped');
      return true;
    },
    /** Resolves once connected; rejects after 10 s without a connection. */
    connected: () =>
      new Promise<void>((resolve, reject) => {
        if (phase === 'connected') return resolve();
        if (phase !== 'connecting') return reject(unreachable());
        const stop = wait(isConnected => {
          stop();
          if (isConnected) resolve();
          else reject(unreachable());
        });
      }),
    wait,
  };
}

type SdkConnection = Pick<ReturnType<typeof createSdkConnection>, 'connected' | 'wait'>;

const failureOf = (error: unknown) => {
  if (error instanceof ServiceFailure) return error;
  const { code = 'refused', message = '' } = error as { code?: string; message?: string };
  // The SDK puts the error code before the server's message.
  return new ServiceFailure('refused', code, message.replace(`${code}: `, ''));
};

/**
 * Makes a write while connected. A connection that is lost before the answer, or silent for 30 s, is dropped, and the
 * write throws `network`. It throws `refused` when the rules refuse it.
 */
export async function sendOver(
  { connected, wait }: SdkConnection,
  drop: () => unknown,
  write: () => Promise<void>,
) {
  await connected();
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      stop();
      clearTimeout(timer);
    };
    const giveUp = () => {
      end();
      void drop();
      reject(unreachable());
    };
    const stop = wait(isConnected => isConnected || giveUp());
    const timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS);
    write()
      .finally(end)
      .then(resolve, error => reject(failureOf(error)));
  });
}
