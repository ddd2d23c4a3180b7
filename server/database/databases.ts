import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import type { WebSocket } from 'ws';
import { doEach } from '../lib/each';
import {
  ProtocolError,
  type Auth,
  type Clock,
  type Random,
  type Rules,
  type Store,
  type TokenVerifier,
} from '../lib/types';
import { exportAccount } from './dataFiles';
import { Database, type MeasureWrite } from './database';
import { fireLeftOver } from './writing/disconnects';
import { budgetsFor, LIMIT, type Budgets } from './limits';
import type { Logger } from './log';
import type { Peer } from './peer';
import { openEventStream, wantsEvents } from './rest/eventStream';
import { handleLongPoll } from './rest/longPoll';
import { jsonResponse } from './rest/answer';
import { answerRest } from './rest/rest';
import { Connection } from './socket/connection';
import type { Biggest } from '../status';
import { controlMessage } from './socket/messages';
import { Session } from './socket/session';

export type DatabasesParts = {
  store: Store;
  /** The databases by the name that `ns` gives; the first is the default. */
  names: readonly [string, ...string[]];
  rules: () => Rules;
  tokens: TokenVerifier;
  clock: Clock;
  random: Random;
  /** Bytes that a database may store in all, and that an account may in all databases together. */
  mostStored: number;
  /** Bytes by which what is stored may grow on the disk; without end when left out. */
  room?: () => number;
  shareOf: (uid: string) => number;
  log: Logger;
  /** Counts each write. */
  measureWrite?: MeasureWrite;
  /** Bytes of heap to share out; what V8 may use when left out. */
  heapBytes?: number;
};

/** The options that a `WebSocketServer` in front of `acceptSocket` needs: no frame bigger than the SDK's is held. */
export const SOCKET_OPTIONS = {
  noServer: true,
  maxPayload: LIMIT.frameBytes,
  perMessageDeflate: false,
} as const;

export type Counts = {
  sockets: number;
  eventStreams: number;
  listens: number;
  stored: Record<string, { bytes: number; loaded: number }>;
};

/** The Realtime Databases of one process, and the wire in front of them. `Host` and `Origin` are checked before. */
export interface Databases {
  /**
   * The REST API and its event streams; null when the path is not one of a database. `hangUp` ends an answer whose client
   * does not read it.
   */
  handleRest(request: Request, hangUp: () => void): Promise<Response | null>;
  handleLongPoll(request: Request): Response | null;
  /** Serves a socket; `host` is what the client is told to come back to. */
  acceptSocket(socket: WebSocket, request: IncomingMessage, host: string): void;
  /** Ends what the new rules no longer allow to be heard. */
  rulesChanged(): void;
  /** Bytes that an account stores. */
  storedBy(uid: string): number;
  /**
   * All that is under an account's id, in each database that has something of it, as JSON text in pieces. Rejects before
   * the first of them when something of it is damaged.
   */
  exportOf(uid: string): Promise<AsyncIterable<string>>;
  /** Removes it from every database. Rejects when the disk refuses; then some of it may be left. */
  remove(uid: string): Promise<void>;
  /** Who is connected, what is listened to, and what each database stores, in bytes. */
  counts(): Counts;
  /** The account that stores most, in bytes. */
  biggest(): Biggest | null;
  /** Answers what is under way, ends all connections and waits until all of it is on disk. */
  close(): Promise<void>;
}

/** Opens every database and does what sessions left behind that were open when the process died. */
export async function openDatabases(parts: DatabasesParts): Promise<Databases> {
  const heapBytes = parts.heapBytes ?? getHeapStatistics().heap_size_limit;
  const budgets = budgetsFor(heapBytes, parts.names.length);
  const databases = new Map<string, Database>();
  const storedBy = (uid: string) =>
    [...databases.values()].reduce((sum, database) => sum + database.storedAt(uid), 0);
  for (const name of parts.names) {
    const section = parts.store.section(`db:${name}`);
    const isCurrent = (auth: NonNullable<Auth>) => parts.tokens.isCurrent(auth);
    const elsewhere = (uid: string) => storedBy(uid) - (databases.get(name)?.storedAt(uid) ?? 0);
    const shareOf = (uid: string) => parts.shareOf(uid) - elsewhere(uid);
    const stored = { all: parts.mostStored, room: parts.room ?? (() => Infinity), shareOf };
    const database = await Database.open({ ...parts, ...budgets, stored, isCurrent, section });
    await fireLeftOver(database, section);
    databases.set(name, database);
  }
  const peers = new Set<Peer>();
  const find = (ns: string | null, host: string) => findDatabase(databases, parts.names[0], ns, host);
  const eachPeer = (step: (peer: Peer) => void) => doEach(peers, step, (error, peer) => peer.fail(error));
  const heartbeat = setInterval(() => eachPeer(peer => peer.heartbeat()), LIMIT.heartbeat).unref();
  const forgetRevoked = parts.tokens.onRevoked(uid => eachPeer(peer => peer.revoke(uid)));

  return {
    handleLongPoll,
    handleRest: async (request, hangUp) => {
      const url = new URL(request.url);
      if (!url.pathname.endsWith('.json')) return null;
      try {
        const database = find(url.searchParams.get('ns'), url.host);
        if (url.pathname === STORAGE) return await answerStorage(url, parts, storedBy);
        const call = { ...parts, database, budgets, hangUp };
        return await (wantsEvents(request)
          ? openEventStream(request, call, peers)
          : answerRest(request, call));
      } catch (error) {
        return errorResponse(error, parts.log, request.signal.aborted);
      }
    },
    acceptSocket: (socket, request, host) => {
      const ns = new URL(request.url ?? '/', 'ws://host').searchParams.get('ns');
      try {
        serve(socket, find(ns, host), host, { ...parts, budgets }, peers);
      } catch (error) {
        // Frames that come before it has closed may be broken ones.
        socket.on('error', () => socket.terminate());
        if (error instanceof ProtocolError) return socket.close(1008, error.message);
        parts.log.error({ err: error }, 'a socket could not be served');
        socket.terminate();
      }
    },
    rulesChanged: () => eachPeer(peer => peer.recheck()),
    storedBy,
    exportOf: uid => exportAccount(databases, uid),
    remove: async uid => {
      for (const database of databases.values()) if (database.storedAt(uid) > 0) await database.remove(uid);
    },
    counts: () => countAll(databases, peers),
    biggest: () => {
      const keys = [...databases.values()].flatMap(database => database.storedByKey().map(({ key }) => key));
      let most: Biggest | null = null;
      for (const uid of new Set(keys)) {
        const stores = storedBy(uid);
        if (stores > (most?.stores ?? 0)) most = { uid, stores, mayStore: parts.shareOf(uid) };
      }
      return most;
    },
    close: async () => {
      clearInterval(heartbeat);
      forgetRevoked();
      await Promise.allSettled([...peers].map(peer => peer.close()));
      await Promise.all([...databases.values()].map(database => database.drained()));
      for (const database of databases.values()) database.close();
    },
  };
}

function countAll(databases: ReadonlyMap<string, Database>, peers: ReadonlySet<Peer>): Counts {
  const sockets = [...peers].filter(peer => peer instanceof Connection).length;
  const all = [...databases];
  return {
    sockets,
    eventStreams: peers.size - sockets,
    listens: all.reduce((sum, [, { listens }]) => sum + listens.count, 0),
    stored: Object.fromEntries(all.map(([name, { sizes }]) => [name, sizes])),
  };
}

/** `ns` names a database or none does; the first label of the host is but a guess. */
function findDatabase(
  databases: ReadonlyMap<string, Database>,
  first: string,
  ns: string | null,
  host: string,
) {
  const found = ns ? databases.get(ns) : (databases.get(host.split(/[.:]/)[0] ?? '') ?? databases.get(first));
  if (!found) throw new ProtocolError('not_found', 'No such database', 404);
  return found;
}

function serve(
  socket: WebSocket,
  database: Database,
  host: string,
  parts: DatabasesParts & { budgets: Budgets },
  peers: Set<Peer>,
): void {
  const id = Buffer.from(parts.random(16)).toString('hex');
  const session = new Session({ id, database, tokens: parts.tokens, clock: parts.clock });
  const connection = new Connection(socket, session, parts.log, parts.budgets);
  peers.add(connection);
  void connection.ended.then(() => peers.delete(connection));
  connection.send(controlMessage('h', { ts: parts.clock(), v: '5', h: host, s: id }));
}

/** Where an account is told what it stores, and how much it may, in bytes, before it is refused more. */
const STORAGE = '/.info/storage.json';

async function answerStorage(
  url: URL,
  { tokens, shareOf }: DatabasesParts,
  storedBy: (uid: string) => number,
): Promise<Response> {
  const token = url.searchParams.get('auth');
  if (token === null) throw new ProtocolError('permission_denied', 'Permission denied', 401);
  const { uid } = (await tokens.verify(token)).auth;
  return jsonResponse(JSON.stringify({ stores: storedBy(uid), mayStore: shareOf(uid) }), 200);
}

/** `isGone` tells that nobody waits for the answer any more, which is no fault to be told of. */
function errorResponse(error: unknown, log: Logger, isGone: boolean): Response {
  if (error instanceof ProtocolError)
    return jsonResponse(
      JSON.stringify({ error: error.message }),
      error.status,
      error.status === 405 ? ALLOW : {},
    );
  if (!isGone) log.error({ err: error }, 'a database request failed');
  return jsonResponse('{"error":"Internal server error."}', 500);
}

const ALLOW = { Allow: 'GET, PUT, POST, PATCH, DELETE' };
