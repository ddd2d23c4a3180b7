import type { DatabaseService } from '../../services/database';
import { ServiceFailure } from '../../services/failure';
import type { FirebaseAuth } from '../auth/authService';
import { databaseOf, loadConfig } from '../config';
import { openWire, type Wire } from './databaseSdk';
import { createFollowers } from './followers';
import type { LiveWire } from './liveWire';
import type { Rest } from '../rest';
import type { ServerClock } from '../serverClock';

/** How old a handshake's time may be when it is heard. */
const HANDSHAKE_MS = 1000;

/** Dependencies of both ways to the database. */
export type LiveParts = {
  auth: Pick<FirebaseAuth, 'idToken' | 'user'>;
  rest: Rest;
  serverClock: ServerClock;
  /** Told whenever the server has been reached (again). */
  onConnected: () => void;
};

type RestWire = LiveWire & { hearTime(): Promise<void> };

const unreachable = () => new ServiceFailure('network', 'unreachable', 'The server cannot be reached');

/**
 * The SDK's connection of whoever is signed in, opened when it is first needed and anew after it was dropped. Where no
 * WebSocket comes about for 10 s, the same is done over REST until one does: some networks let none through.
 */
export function openLive(parts: LiveParts) {
  const { auth, serverClock, onConnected } = parts;
  let current: { userId: string; wire: Promise<Wire> } | undefined;
  let isCut = false;
  const byRest = createRestWires(parts);
  const { follow, restartAll } = createFollowers(async userId => {
    const wire = await wireOf(userId);
    return isCut ? byRest.of(userId) : wire;
  });

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
    // The provider refuses the session too, unless that was renewed since.
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
        serverClock.observe(serverTime, serverTime + HANDSHAKE_MS);
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

  /** REST only before anything was sent: a write whose answer is missing may have happened. */
  const writerOf = async (userId: string): Promise<LiveWire> => {
    try {
      const wire = await wireOf(userId);
      await wire.connected();
      return wire;
    } catch (failure) {
      if (!isNetwork(failure)) throw failure;
      return byRest.of(userId);
    }
  };

  return {
    writerOf,

    follow,

    serverTime: (userId: string) => serverTimeBy({ wireOf, byRest, serverClock }, userId),

    /** Forgets the user's connection and all that the SDK holds in memory. */
    close() {
      const closing = current;
      current = undefined;
      byRest.forget();
      // Not waited for: a connection that is only being opened may take as long as the network likes.
      void closing?.wire.then(wire => wire.drop()).catch(() => undefined);
    },
  } satisfies Record<string, unknown> & Pick<DatabaseService, 'follow' | 'serverTime'>;
}

type Ways = {
  wireOf(userId: string): Promise<Wire>;
  byRest: ReturnType<typeof createRestWires>;
  serverClock: ServerClock;
};

/** Milliseconds, from a handshake: a new one where the connection is older than a leap of the device's clock. */
async function serverTimeBy({ wireOf, byRest, serverClock }: Ways, userId: string): Promise<number> {
  for (const isAgain of [false, true]) {
    try {
      const wire = await wireOf(userId);
      if (isAgain) await wire.drop();
      await (isAgain ? await wireOf(userId) : wire).connected();
    } catch (failure) {
      if (!isNetwork(failure)) throw failure;
      await (await byRest.of(userId)).hearTime();
    }
    const known = serverClock.now();
    if (known !== null) return known;
  }
  throw new ServiceFailure('network', 'no-time', 'The server did not tell its time');
}

/** The way over REST of whoever is signed in. Its code is loaded when it is first needed. */
function createRestWires(parts: LiveParts) {
  let current: { userId: string; wire: Promise<RestWire> } | undefined;
  const forget = () => void (current = undefined);
  const open = (userId: string) =>
    import(/* webpackChunkName: "database-rest" */ './restWire').then(
      ({ openRestWire }) => openRestWire(parts, userId),
      () => {
        forget(); // the next call tries again
        throw unreachable();
      },
    );
  return {
    of(userId: string) {
      if (current?.userId !== userId) current = { userId, wire: open(userId) };
      return current.wire;
    },
    forget,
  };
}

const isNetwork = (failure: unknown) => failure instanceof ServiceFailure && failure.kind === 'network';
