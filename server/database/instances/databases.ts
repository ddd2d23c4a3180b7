import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import type { WebSocket } from 'ws';
import { doEach } from '../../lib/each';
import {
  type Auth,
  type Clock,
  ProtocolError,
  type Random,
  type Rules,
  type Store,
  type TokenVerifier,
} from '../../lib/types';
import { exportAccount } from '../dataFiles';
import { Database, type MeasureWrite } from '../database';
import { fireLeftOver } from '../socket/disconnects';
import { type Budgets, budgetsFor, LIMIT } from '../holding/limits';
import type { Logger } from '../../lib/logger';
import type { Peer } from '../peer';
import { openEventStream, wantsEvents } from '../rest/eventStream';
import { Answer, jsonResponse } from '../rest/answer';
import { answerRest } from '../rest/rest';
import { leafValue, type Tree } from '../tree/node';
import type { Path } from '../tree/keys';
import type { Step } from '../tree/listens';
import { Connection } from '../socket/connection';
import { controlMessage } from '../socket/messages';
import { Session } from '../socket/session';

type DatabasesParts = {
  store: Store;
  /** The databases by name (`ns`); the first one is the default. */
  names: readonly [string, ...string[]];
  rules: () => Rules;
  tokens: TokenVerifier;
  clock: Clock;
  random: Random;
  /** The storage limits in bytes: of a database, and of an account in all databases together. */
  mostStored: number;
  /** The bytes by which the stored data may grow on the disk; by default unlimited. */
  room?: () => number;
  shareOf: (uid: string) => number;
  log: Logger;
  /** Counts each write. */
  measureWrite?: MeasureWrite;
  /** The heap in bytes to be divided; by default V8's limit. */
  heapBytes?: number;
};

/** Options for a `WebSocketServer` in front of `acceptSocket`: they limit frames to the size that the SDK uses. */
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

/** An account with the bytes that it stores and may store. */
export type Biggest = { uid: string; stores: number; mayStore: number };

/** The Realtime Databases of one process, with their protocols. `Host` and `Origin` are checked before. */
export interface Databases {
  /**
   * The REST API and its event streams; null when the path does not belong to a database. `hangUp` ends an answer
   * whose client does not read it.
   */
  handleRest(request: Request, hangUp: () => void): Promise<Response | null>;
  handleLongPoll(request: Request): Response | null;
  /** Serves a socket; `host` is the one to which the client is told to reconnect. */
  acceptSocket(socket: WebSocket, request: IncomingMessage, host: string): void;
  /** Ends listens that the new rules forbid. */
  rulesChanged(): void;
  /** The bytes stored by an account. */
  storedBy(uid: string): number;
  /**
   * All data under an account's id in each database, as pieces of JSON text. Rejects before the first piece when any
   * of it is damaged.
   */
  exportOf(uid: string): Promise<AsyncIterable<string>>;
  /**
   * Answers from an account's data, for who may read them by another way than its token. They lie in one database, and
   * are counted as in memory until the client has read the answer.
   */
  answerFrom(uid: string, hangUp: () => void, make: MakeAnswer): Promise<Response>;
  /**
   * The value at a place of an account's data, for the server itself. It loads nothing into memory; unless `isWhole`, what
   * has records of its own below, such as branches, may be left out.
   */
  glance(uid: string, path: Path, isWhole: boolean): Promise<Tree>;
  /** Removes the value at a place of an account's data, for the server itself. */
  removeAt(uid: string, path: Path): Promise<void>;
  /** Calls back after each change of any data. */
  onChange(listener: (step: Step) => void): void;
  /** Removes an account's data from every database. Rejects when the disk refuses; some data may then remain. */
  remove(uid: string): Promise<void>;
  /** Connections and listens, and the bytes stored in each database. */
  counts(): Counts;
  /** The account with the most stored bytes. */
  biggest(): Biggest | null;
  /** Completes requests in progress, closes all connections and waits until everything is on disk. */
  close(): Promise<void>;
}

/** Opens all databases, and makes the disconnect writes of sessions that were open when the process died. */
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
  const home = (uid: string) => homeOf(databases, parts.names[0], uid);
  const find = (ns: string | null, host: string) => findDatabase(databases, parts.names[0], ns, host);
  const eachPeer = (step: (peer: Peer) => void) => doEach(peers, step, (error, peer) => peer.fail(error));
  const heartbeat = setInterval(() => eachPeer(peer => peer.heartbeat()), LIMIT.heartbeatMs).unref();
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
        // Frames received before the socket has closed may be incomplete.
        socket.on('error', () => socket.terminate());
        if (error instanceof ProtocolError) return socket.close(1008, error.message);
        parts.log.error({ err: error }, 'a socket could not be served');
        socket.terminate();
      }
    },
    rulesChanged: () => eachPeer(peer => peer.recheck()),
    storedBy,
    exportOf: uid => exportAccount(databases, uid),
    answerFrom: (...asked) => answerFrom(databases, { ...parts, budgets }, ...asked),
    glance: async (uid, path, isWhole) => (await home(uid)).glance([uid, ...path], isWhole),
    removeAt: async (uid, path) => (await home(uid)).removeAt([uid, ...path]),
    onChange: listener => databases.forEach(database => database.onChange(listener)),
    remove: async uid => {
      for (const database of databases.values()) if (database.storedAt(uid) > 0) await database.remove(uid);
    },
    counts: () => countAll(databases, peers),
    biggest: () => biggestOf(databases, storedBy, parts.shareOf),
    close: async () => {
      clearInterval(heartbeat);
      forgetRevoked();
      await Promise.allSettled([...peers].map(peer => peer.close()));
      await Promise.all([...databases.values()].map(database => database.drained()));
      for (const database of databases.values()) database.close();
    },
  };
}

type MakeAnswer = (data: Tree, answer: Answer) => Promise<Response>;

async function answerFrom(
  databases: ReadonlyMap<string, Database>,
  { names, budgets, log }: DatabasesParts & { budgets: Budgets },
  uid: string,
  hangUp: () => void,
  make: MakeAnswer,
): Promise<Response> {
  const database = await homeOf(databases, names[0], uid);
  const answer = new Answer({ database, budgets, log, hangUp });
  try {
    const data = await database.run(() => database.at([uid]));
    answer.take(data);
    return await make(data, answer);
  } finally {
    answer.made();
  }
}

/** The database that has an account's data, as the first one says (docs/databases.md). */
async function homeOf(
  databases: ReadonlyMap<string, Database>,
  name: string,
  uid: string,
): Promise<Database> {
  const first = databases.get(name)!;
  if (databases.size === 1) return first;
  const home = leafValue(await first.glance([uid, 'ext', 'home'], false));
  return databases.get(String(home)) ?? first;
}

function biggestOf(
  databases: ReadonlyMap<string, Database>,
  storedBy: (uid: string) => number,
  shareOf: (uid: string) => number,
): Biggest | null {
  const keys = [...databases.values()].flatMap(database => database.storedByKey().map(({ key }) => key));
  let most: Biggest | null = null;
  for (const uid of new Set(keys)) {
    const stores = storedBy(uid);
    if (stores > (most?.stores ?? 0)) most = { uid, stores, mayStore: shareOf(uid) };
  }
  return most;
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

/** The database is named by `ns` or not at all; the first label of the host is only a guess. */
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

/** Where an account finds its usage and limit in bytes, before writes are refused. */
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

/** `isGone` tells that nobody waits for the answer, so that an error then is not reported. */
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

/**
 * A browser in which a WebSocket once failed requests long polling forever. This script in the SDK's own format clears
 * that flag and closes the long poll, so that the browser tries again.
 */
function handleLongPoll(request: Request): Response | null {
  const url = new URL(request.url);
  if (url.pathname !== '/.lp') return null;
  const callback = url.searchParams.get('cb') ?? '';
  const isStart =
    request.method === 'GET' && url.searchParams.get('start') === 't' && /^\d{1,12}$/.test(callback);
  if (!isStart) return new Response('Only WebSockets are served here.\n', { status: 400, headers: TEXT });
  const script = `(function () {
  try { parent.localStorage.removeItem('firebase:previous_websocket_failure'); } catch (error) {}
  parent.window['pLPCommand${callback}']('close');
})();
`;
  return new Response(script, { headers: { ...TEXT, 'Content-Type': 'text/javascript; charset=utf-8' } });
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
