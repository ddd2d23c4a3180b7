import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  onAuthStateChanged,
  updateCurrentUser,
  type User,
} from 'firebase/auth';
import {
  endBefore,
  forceWebSockets,
  getDatabase,
  onChildAdded,
  onChildChanged,
  onChildRemoved,
  onValue,
  orderByKey,
  query,
  ref,
  remove,
  set,
  startAt,
  update,
  type DatabaseReference,
  type DataSnapshot,
} from 'firebase/database';
import type { Json, Records } from '../services/database';
import { ServiceFailure } from '../services/failure';
import type { FirebaseConfig } from './config';
import { splitsOf } from './keyRanges';
import type { LiveWire } from './liveWire';

/** A write without an answer for this long is given up with its connection. Milliseconds. */
const TIMEOUT = 30_000;
const CONNECT_TIMEOUT = 10_000;

const unreachable = () => new ServiceFailure('network', 'disconnected', 'The server cannot be reached');

export type Wire = LiveWire & { drop(): Promise<void>; connected(): Promise<void> };

let opened = 0;

/**
 * One connection of the database SDK as `user`, in a Firebase app of its own. The SDK keeps a write whose answer is
 * missing in memory and would send it again, later, as whoever is then signed in; so a connection that is lost while
 * a write is under way is dropped whole, and so is it at sign-out, and when the provider refuses its user.
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
  // A hidden flag of the SDK would otherwise lock a browser into long polling for good.
  if (opened++ === 0) forceWebSockets();
  const app = initializeApp(config, `database-${opened}`);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  if (config.emulated) connectAuthEmulator(auth, config.emulated.authUrl, { disableWarnings: true });
  await updateCurrentUser(auth, user);
  const database = getDatabase(app);

  let isConnected = false;
  let wasConnected = false;
  let isDropped = false;
  /** Not connected for so long that it may never be: the network may let no WebSocket through. */
  let isCut = false;
  let untilCut: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Set<(isConnected: boolean) => void>();
  const tellWaiting = () => [...waiting].forEach(listener => listener(isConnected));
  const tell = (now: boolean) => {
    isConnected = now;
    isCut &&= !now;
    clearTimeout(untilCut);
    tellWaiting();
    if (!now) {
      if (!isDropped) untilCut = setTimeout(giveUpConnecting, CONNECT_TIMEOUT);
      return;
    }
    onConnected(wasConnected, Date.now() + serverOffset);
    wasConnected = true;
  };
  /** The SDK tries on; until it succeeds nobody waits for it any more. */
  const giveUpConnecting = () => {
    isCut = true;
    tellWaiting();
    onCut();
  };
  // Told with each handshake, before `.info/connected` is.
  let serverOffset = 0;
  onValue(ref(database, '.info/serverTimeOffset'), snapshot => {
    serverOffset = Number(snapshot.val());
  });
  onValue(ref(database, '.info/connected'), snapshot => tell(snapshot.val() === true));

  const drop = async (isRefused = false) => {
    if (isDropped) return;
    isDropped = true;
    tell(false);
    onDropped(isRefused);
    await deleteApp(app);
  };
  onAuthStateChanged(auth, signedIn => {
    if (!signedIn) void drop(true);
  });

  const connected = () =>
    new Promise<void>((resolve, reject) => {
      if (isConnected) return resolve();
      if (isDropped || isCut) return reject(unreachable());
      const end = (now: boolean) => {
        waiting.delete(end);
        if (now) resolve();
        else reject(unreachable());
      };
      waiting.add(end);
    });

  /** Sends while connected; a connection lost before the answer is dropped with what it holds. */
  const send = async (write: () => Promise<void>) => {
    await connected();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        end();
        void drop();
        reject(unreachable());
      };
      const lost = (now: boolean) => now || giveUp();
      const timer = setTimeout(giveUp, TIMEOUT);
      const end = () => {
        waiting.delete(lost);
        clearTimeout(timer);
      };
      waiting.add(lost);
      write().then(
        () => {
          end();
          resolve();
        },
        error => {
          end();
          if (error instanceof ServiceFailure) return reject(error);
          const { code, message } = error as { code?: string; message?: string };
          const isDenied = code === 'PERMISSION_DENIED';
          reject(new ServiceFailure('refused', code ?? 'refused', isDenied ? 'Permission denied' : message));
        },
      );
    });
  };

  /** A path of the user's. */
  const at = (path: string) => ref(database, [user.uid, path].filter(Boolean).join('/'));

  return {
    drop: () => drop(),
    /** Resolves once it is connected; rejects once it has not been for 10 s. */
    connected,
    set: (path, value) => send(() => set(at(path), value)),
    remove: path => send(() => remove(at(path))),
    update: paths => send(() => update(at(''), paths)),
    /**
     * Changes are gathered per turn of the event loop. A long list, by its `knownKeys`, is asked for in ranges: the SDK
     * takes an answer in one go, which for 50,000 tasks took 400 ms.
     */
    follow(path, listener, onCancelled, knownKeys = []) {
      const ranges = rangesOf(at(path), splitsOf(knownKeys));
      let unlisted = ranges.length;
      let gathered: Records = {};
      let timer: ReturnType<typeof setTimeout> | undefined;
      const flush = () => {
        timer = undefined;
        const records = gathered;
        gathered = {};
        listener({ type: 'changes', records });
      };
      const take = (key: string, record: Json) => {
        // Each version of a record is told: what was overwritten at once may be wanted.
        if (unlisted === 0 && Object.hasOwn(gathered, key)) {
          clearTimeout(timer);
          flush();
        }
        gathered[key] = record;
        if (unlisted === 0) timer ??= setTimeout(flush);
        else if (record === null) delete gathered[key];
      };
      const arrived = (snapshot: DataSnapshot) => take(snapshot.key!, snapshot.val() as Json);
      const listed = () => {
        if (--unlisted > 0) return;
        const records = gathered;
        gathered = {};
        listener({ type: 'list', records });
      };
      const stops = ranges.flatMap(range => [
        onChildAdded(range, arrived, onCancelled),
        onChildChanged(range, arrived),
        onChildRemoved(range, snapshot => take(snapshot.key!, null)),
        // Told once all children of the first answer have been; its value is never built.
        onValue(range, listed, { onlyOnce: true }),
      ]);
      return () => {
        clearTimeout(timer);
        stops.forEach(stop => stop());
      };
    },
  };
}

/** A list in ranges of keys, each from one of `splits` up to the next; the list itself without any. */
function rangesOf(list: DatabaseReference, splits: readonly string[]) {
  if (splits.length === 0) return [list];
  return [undefined, ...splits].map((from, at) => {
    const to = splits[at];
    const start = from === undefined ? [] : [startAt(from)];
    const end = to === undefined ? [] : [endBefore(to)];
    return query(list, orderByKey(), ...start, ...end);
  });
}
