import type { User } from 'firebase/auth';
import type { AuthService } from '../../services/auth';
import type { Json, LiveEvent, LiveList, Records } from '../../services/database';
import { listPaths } from '../../services/databasePaths';
import { ServiceFailure } from '../../services/failure';
import { databaseOf, loadConfig } from '../rest/config';
import { encoded, recordsOf, type Rest, type ServerClock } from '../rest/rest';
import { openWire, type Wire } from './databaseSdk';

/** The maximum age of a handshake's time, in milliseconds. */
const HANDSHAKE_MS = 1000;
/** Milliseconds before a list whose following ended is followed again. */
const RETRY_AFTER_MS = 5000;
/** The interval of reads while the network allows no WebSocket, in milliseconds. */
const READ_AGAIN_MS = 20_000;

/** The authentication service, and what the database needs of it. */
export interface FirebaseAuth extends AuthService {
  /** The user's ID token, a fresh one when `force`. Throws `signIn` when the provider has no session for the user. */
  idToken(userId: string, force?: boolean): Promise<string>;
  /** The provider's own user object, which the database SDK needs. */
  user(userId: string): Promise<User>;
}

export type LiveParts = {
  auth: Pick<FirebaseAuth, 'idToken' | 'user'>;
  rest: Rest;
  serverClock: ServerClock;
  /** Called whenever the server has been reached. */
  onConnected: () => void;
};

/**
 * The SDK's connection of the signed-in user, opened at the first use and reopened after it was dropped. While the
 * network allows no WebSocket for 10 s, writes are made by REST, and lists are read again by REST.
 */
export function openLive(parts: LiveParts) {
  const { auth, rest, serverClock, onConnected } = parts;
  let current: { userId: string; wire: Promise<Wire> } | undefined;
  let isCut = false;
  const { follow, restartAll } = createFollowers(async (userId, list, listener, again, knownKeys) => {
    const wire = await wireOf(userId);
    if (isCut) return keepReading(parts, userId, list, listener);
    return wire.follow(listPaths[list], listener, again, knownKeys);
  });

  const wireOf = (userId: string): Promise<Wire> => {
    if (current?.userId === userId) return current.wire;
    const mine: typeof current = { userId, wire: open(userId, isRefused => forget(mine, isRefused)) };
    mine.wire.catch(() => {
      if (current === mine) current = undefined; // the follower retries later
    });
    current = mine;
    return mine.wire;
  };
  const forget = (dropped: typeof current, isRefused = false) => {
    if (!dropped || current !== dropped) return;
    current = undefined;
    // The provider refuses the session too, unless it was renewed meanwhile.
    const asked = isRefused ? auth.idToken(dropped.userId, true).catch(() => undefined) : Promise.resolve();
    void asked.then(restartAll);
  };
  const open = async (userId: string, dropped: (isRefused: boolean) => void) => {
    const [config, user] = await Promise.all([loadConfig(), auth.user(userId)]).catch(error => {
      throw error instanceof ServiceFailure
        ? error
        : new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
    });
    return openWire(
      { ...config, databaseURL: databaseOf(config, userId) },
      user,
      dropped,
      (isAgain, serverTime) => {
        onConnected();
        serverClock.observe(serverTime, serverTime + HANDSHAKE_MS);
        // The SDK reports only differences from its own data. It does not report that a task which was added by REST
        // was deleted elsewhere during a lost connection.
        if (isAgain || isCut) restartAll();
        isCut = false;
      },
      () => {
        if (isCut) return;
        isCut = true;
        restartAll();
      },
    );
  };

  return {
    /** Falls back to REST only before anything was sent: an unanswered write may have been executed. */
    async writerOf(userId: string): Promise<Pick<Wire, 'set' | 'remove' | 'update'>> {
      try {
        const wire = await wireOf(userId);
        await wire.connected();
        return wire;
      } catch (failure) {
        if (!isNetwork(failure)) throw failure;
        return restWriter(rest, userId);
      }
    },

    follow,

    serverTime: (userId: string) => serverTimeBy(wireOf, parts, userId),

    /** Closes the user's connection and discards all data that the SDK holds in memory. */
    close() {
      const closing = current;
      current = undefined;
      // Not awaited: opening a connection may take any time.
      void closing?.wire.then(wire => wire.drop()).catch(() => undefined);
    },
  };
}

const isNetwork = (failure: unknown) => failure instanceof ServiceFailure && failure.kind === 'network';

type Listener = (event: LiveEvent) => void;

/** The followers of lists, which can all be restarted: after a lost connection the whole list is read again. */
function createFollowers(
  /** Follows a list over the current connection; calls `again` when that ends by itself. */
  begin: (
    userId: string,
    list: LiveList,
    listener: Listener,
    again: () => void,
    knownKeys?: readonly string[],
  ) => Promise<() => void>,
) {
  const restarts = new Set<() => void>();
  const follow = (userId: string, list: LiveList, listener: Listener, knownKeys?: readonly string[]) => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let begun = 0;
    const restartIn = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void start(), milliseconds);
    };
    const again = () => restartIn(RETRY_AFTER_MS);
    const start = async () => {
      const mine = ++begun;
      end();
      try {
        const stopThis = await begin(userId, list, listener, again, knownKeys);
        if (mine === begun) stop = stopThis;
        else stopThis();
      } catch {
        if (mine === begun) again();
      }
    };
    const end = () => {
      clearTimeout(timer);
      stop?.();
      stop = undefined;
    };
    const restart = () => restartIn(0);
    restarts.add(restart);
    void start();
    return () => {
      begun++;
      restarts.delete(restart);
      end();
    };
  };
  return { follow, restartAll: () => [...restarts].forEach(restart => restart()) };
}

/** The server's time in milliseconds, from a new handshake if the device's clock has leapt since the last one. */
async function serverTimeBy(
  wireOf: (userId: string) => Promise<Wire>,
  parts: LiveParts,
  userId: string,
): Promise<number> {
  for (const isAgain of [false, true]) {
    try {
      const wire = await wireOf(userId);
      if (isAgain) await wire.drop();
      await (isAgain ? await wireOf(userId) : wire).connected();
    } catch (failure) {
      if (!isNetwork(failure)) throw failure;
      await observeToken(parts, userId);
    }
    const known = parts.serverClock.now();
    if (known !== null) return known;
  }
  throw new ServiceFailure('network', 'no-time', 'The server did not tell its time');
}

/** The writes of a connection, by REST. */
function restWriter(rest: Rest, userId: string) {
  return {
    async set(path: string, value: Json) {
      await rest(userId, encoded(path), { method: 'PUT', body: value });
    },
    async remove(path: string) {
      await rest(userId, encoded(path), { method: 'DELETE' });
    },
    async update(paths: Records) {
      await rest(userId, '', { method: 'PATCH', body: paths });
    },
  };
}

/** Reads a list by REST every 20 s while the page is visible, and when it becomes visible, until the result is called. */
function keepReading(
  { rest, onConnected }: LiveParts,
  userId: string,
  list: LiveList,
  listener: (event: LiveEvent) => void,
): () => void {
  let isReading = false;
  let isEnded = false;
  const read = async () => {
    if (isReading || document.visibilityState === 'hidden') return;
    isReading = true;
    try {
      const records = recordsOf((await rest(userId, listPaths[list])).value);
      if (isEnded) return;
      onConnected();
      listener({ type: 'list', records });
    } catch {
      // The next read tries again.
    } finally {
      isReading = false;
    }
  };
  const look = () => void read();
  const timer = setInterval(look, READ_AGAIN_MS);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    isEnded = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Sets the server clock by a fresh ID token's time of issue: a response from another origin does not expose its `Date`. */
async function observeToken({ auth, serverClock }: LiveParts, userId: string) {
  const askedAt = performance.now();
  const token = await auth.idToken(userId, true);
  const payload = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
  const issuedAt = (JSON.parse(payload) as { iat: number }).iat * 1000;
  serverClock.observe(issuedAt, issuedAt + 1000 + performance.now() - askedAt);
}
