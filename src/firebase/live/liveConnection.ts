import type { DatabaseService } from '../../services/database';
import { ServiceFailure } from '../../services/failure';
import { databaseOf, loadConfig } from '../rest/config';
import { openWire, type Wire } from './databaseSdk';
import { createFollowers } from './followers';
import type { LiveParts, LiveWire } from './liveWire';
import type { ServerClock } from '../rest/serverClock';

/** The maximum age of a handshake's time, in milliseconds. */
const HANDSHAKE_MS = 1000;

type RestWire = LiveWire & { hearTime(): Promise<void> };

const unreachable = () => new ServiceFailure('network', 'unreachable', 'The server cannot be reached');

/**
 * The SDK's connection of the signed-in user, opened at the first use and reopened after it was dropped. While the
 * network allows no WebSocket for 10 s, the same calls are made by REST.
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
      throw error instanceof ServiceFailure ? error : unreachable();
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

  /** Falls back to REST only before anything was sent: an unanswered write may have been executed. */
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

    /** Closes the user's connection and discards all data that the SDK holds in memory. */
    close() {
      const closing = current;
      current = undefined;
      byRest.forget();
      // Not awaited: opening a connection may take any time.
      void closing?.wire.then(wire => wire.drop()).catch(() => undefined);
    },
  } satisfies Record<string, unknown> & Pick<DatabaseService, 'follow' | 'serverTime'>;
}

type Ways = {
  wireOf(userId: string): Promise<Wire>;
  byRest: ReturnType<typeof createRestWires>;
  serverClock: ServerClock;
};

/** The server's time in milliseconds, from a new handshake if the device's clock has leapt since the last one. */
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

/** The REST connection of the signed-in user. Its code is loaded at the first use. */
function createRestWires(parts: LiveParts) {
  let current: { userId: string; wire: Promise<RestWire> } | undefined;
  const forget = () => void (current = undefined);
  const open = (userId: string) =>
    import(/* webpackChunkName: "database-rest" */ './restWire').then(
      ({ openRestWire }) => openRestWire(parts, userId),
      () => {
        forget(); // so that the next call loads it again
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
