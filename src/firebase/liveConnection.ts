import { listPaths } from '../lib/databasePaths';
import type { DatabaseService, LiveEvent, LiveList } from '../services/database';
import { ServiceFailure } from '../services/failure';
import type { FirebaseAuth } from './authService';
import { databaseOf, loadConfig } from './config';
import { openWire, type Wire } from './databaseSdk';
import type { LiveWire } from './liveWire';
import type { Rest } from './rest';
import type { ServerClock } from './serverClock';

const RETRY_AFTER = 5000;
/** Milliseconds that a handshake's time may be old when it is heard. */
const HANDSHAKE = 1000;

/** What both ways to the database need. */
export type LiveParts = {
  auth: Pick<FirebaseAuth, 'idToken' | 'user'>;
  rest: Rest;
  serverClock: ServerClock;
  /** Told whenever the server has been reached (again). */
  onConnected: () => void;
};

const unreachable = () => new ServiceFailure('network', 'unreachable', 'The server cannot be reached');

/**
 * The SDK's connection of whoever is signed in, opened when it is first needed and anew after it was dropped. Where no
 * WebSocket comes about for 10 s, the same is done over REST until one does: some networks let none through.
 */
export function openLive(parts: LiveParts) {
  const { auth, serverClock, onConnected } = parts;
  let current: { userId: string; wire: Promise<Wire> } | undefined;
  let isCut = false;
  let byRest: { userId: string; wire: Promise<LiveWire & { hearTime(): Promise<void> }> } | undefined;
  /** Each begins to follow its list anew. */
  const restarts = new Set<() => void>();
  const restartAll = () => [...restarts].forEach(restart => restart());

  const wireOf = (userId: string): Promise<Wire> => {
    if (current?.userId === userId) return current.wire;
    const mine: typeof current = { userId, wire: open(userId, isRefused => forget(mine, isRefused)) };
    mine.wire.catch(() => {
      if (current === mine) current = undefined; // who follows tries again after a while
    });
    current = mine;
    return mine.wire;
  };
  const forget = (dropped: typeof current, isRefused = false) => {
    if (!dropped || current !== dropped) return;
    current = undefined;
    // What the provider refused this connection it refuses the session too, unless that was renewed since.
    const asked = isRefused ? auth.idToken(dropped.userId, true).catch(() => undefined) : Promise.resolve();
    void asked.then(restartAll);
  };
  const open = async (userId: string, dropped: (isRefused: boolean) => void) => {
    const [config, user] = await Promise.all([loadConfig(), auth.user(userId)]).catch(error => {
      throw error instanceof ServiceFailure ? error : unreachable();
    });
    return openWire(
      { ...config, databaseURL: databaseOf(config, userId) },
      user,
      dropped,
      (isAgain, serverTime) => {
        onConnected();
        serverClock.heard(serverTime, serverTime + HANDSHAKE);
        // The SDK tells only what differs from what it knew: not that a task, made by REST and deleted elsewhere while
        // this connection was lost, is gone.
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

  const restWireOf = (userId: string) => {
    if (byRest?.userId !== userId) {
      const wire = import(/* webpackChunkName: "database-rest" */ './restWire').then(
        ({ openRestWire }) => openRestWire(parts, userId),
        () => {
          byRest = undefined; // the next call tries again
          throw unreachable();
        },
      );
      byRest = { userId, wire };
    }
    return byRest.wire;
  };
  /** REST only before anything was sent: a write whose answer is missing may have happened. */
  const writerOf = async (userId: string): Promise<LiveWire> => {
    try {
      const wire = await wireOf(userId);
      await wire.connected();
      return wire;
    } catch (failure) {
      if (!isNetwork(failure)) throw failure;
      return restWireOf(userId);
    }
  };

  return {
    writerOf,

    /** Follows through whatever connection there is: after one was lost, the list is read whole again. */
    follow(
      userId: string,
      list: LiveList,
      listener: (event: LiveEvent) => void,
      knownKeys?: readonly string[],
    ): () => void {
      let stop: (() => void) | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let begun = 0;
      const begin = async () => {
        const mine = ++begun;
        stop?.();
        stop = undefined;
        clearTimeout(timer);
        try {
          const wire = await wireOf(userId);
          const source = isCut ? await restWireOf(userId) : wire;
          if (mine === begun) stop = source.follow(listPaths[list], listener, again, knownKeys);
        } catch {
          if (mine === begun) again();
        }
      };
      const beginIn = (milliseconds: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => void begin(), milliseconds);
      };
      const again = () => beginIn(RETRY_AFTER);
      const restart = () => beginIn(0);
      restarts.add(restart);
      void begin();
      return () => {
        begun++;
        restarts.delete(restart);
        clearTimeout(timer);
        stop?.();
      };
    },

    /** From a handshake: a new one where the connection is older than a leap of the device's clock. */
    async serverTime(userId: string): Promise<number> {
      for (const isAgain of [false, true]) {
        try {
          const wire = await wireOf(userId);
          if (isAgain) await wire.drop();
          await (isAgain ? await wireOf(userId) : wire).connected();
        } catch (failure) {
          if (!isNetwork(failure)) throw failure;
          await (await restWireOf(userId)).hearTime();
        }
        const known = serverClock.now();
        if (known !== null) return known;
      }
      throw new ServiceFailure('network', 'no-time', 'The server did not tell its time');
    },

    /** Forgets the user's connection and all that the SDK holds in memory. */
    close() {
      const closing = current;
      current = byRest = undefined;
      // Not waited for: a connection that is only being opened may take as long as the network likes.
      void closing?.wire.then(wire => wire.drop()).catch(() => undefined);
    },
  } satisfies Record<string, unknown> & Pick<DatabaseService, 'follow' | 'serverTime'>;
}

const isNetwork = (failure: unknown) => failure instanceof ServiceFailure && failure.kind === 'network';
