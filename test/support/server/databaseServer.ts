/** A database server for tests: the real parts, by default with open rules, and tokens that contain the user’s id. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { WebSocketServer } from 'ws';
import { openDatabases, SOCKET_OPTIONS, type Databases } from '../../../server/database/instances/databases';
import { openStore, type LocalStore, type StoreOptions } from '../../../server/storage/store';
import {
  ProtocolError,
  type Auth,
  type Clock,
  type Random,
  type Rules,
  type TokenVerifier,
} from '../../../server/lib/types';

export const OPEN_RULES: Rules = {
  canRead: () => true,
  mayWrite: () => true,
  canWrite: () => true,
  isIndexed: () => true,
};

/** Users may read and write below their own id, everybody below `open`. */
export const OWNER_RULES: Rules = {
  canRead: ({ auth, path }) => path[0] === 'open' || (auth !== null && path[0] === auth.uid),
  mayWrite: ({ auth, path, below }) =>
    path[0] === 'open' || (auth !== null && (path[0] === auth.uid || (below && path.length === 0))),
  canWrite: ({ auth, writes }) =>
    writes.every(({ path }) => path[0] === 'open' || (auth !== null && path[0] === auth.uid)),
  isIndexed: () => false,
};

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that looks like a JWT to the SDK and names `uid` until `expiresAt`. */
export function tokenOf(uid: string, expiresAt = Date.now() + 3_600_000): string {
  return `${part({ alg: 'none' })}.${part({ sub: uid, iat: 1, exp: Math.floor(expiresAt / 1000), expiresAt })}.x`;
}

/** Trusts unsigned tokens, those of `tokenOf` and of the official Auth emulator, until they are revoked. */
export class TestTokens implements TokenVerifier {
  private readonly listeners = new Set<(uid: string) => void>();
  private readonly revoked = new Set<string>();

  constructor(private readonly clock: Clock) {}

  async verify(idToken: string) {
    const payload = idToken.split('.')[1] ?? '';
    const { sub, expiresAt } = parse(payload);
    if (!sub || this.revoked.has(sub)) throw new ProtocolError('invalid_token', 'Invalid token', 401);
    if (expiresAt <= this.clock()) throw new ProtocolError('expired_token', 'Expired token', 401);
    return { auth: { uid: sub, provider: 'password', token: { sub } }, expiresAt };
  }

  isCurrent({ uid }: NonNullable<Auth>) {
    return !this.revoked.has(uid);
  }

  onRevoked(listener: (uid: string) => void) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  revoke(uid: string): void {
    this.revoked.add(uid);
    for (const listener of this.listeners) listener(uid);
  }
}

function parse(payload: string): { sub?: string; expiresAt: number } {
  try {
    const { sub, exp, expiresAt = exp * 1000 } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return { sub, expiresAt };
  } catch {
    return { expiresAt: 0 };
  }
}

export type TestServer = {
  host: string;
  url: string;
  folder: string;
  store: LocalStore;
  databases: Databases;
  tokens: TestTokens;
  /** Logged warnings and errors. */
  complaints: string[];
  /** Ends the server; with `keep` the data stays for another one. */
  close(options?: { keep?: boolean }): Promise<void>;
};

export type TestServerOptions = {
  folder?: string;
  port?: number;
  names?: readonly [string, ...string[]];
  rules?: () => Rules;
  clock?: Clock;
  random?: Random;
  store?: StoreOptions;
  heapBytes?: number;
  shareOf?: (uid: string) => number;
  mostStored?: number;
  room?: () => number;
};

export async function startDatabaseServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'daywall-db-')));
  const clock = options.clock ?? Date.now;
  const store = await openStore(folder, options.store);
  const tokens = new TestTokens(clock);
  const complaints: string[] = [];
  const databases = await openDatabases({
    store,
    names: options.names ?? ['main'],
    rules: options.rules ?? (() => OPEN_RULES),
    tokens,
    clock,
    random: options.random ?? randomBytes,
    heapBytes: options.heapBytes,
    shareOf: options.shareOf ?? (() => 20e6),
    mostStored: options.mostStored ?? 1e9,
    ...(options.room ? { room: options.room } : {}),
    log: {
      info: () => undefined,
      warn: what => complaints.push(what),
      error: (details, what) => complaints.push(`${what}: ${JSON.stringify(details)}`),
    },
  });
  const server = createServer(async (request, response) => {
    const url = `http://${request.headers.host}${request.url}`;
    const body = request.method === 'GET' ? null : (Readable.toWeb(request) as ReadableStream);
    const asked = new Request(url, {
      method: request.method,
      headers: headersOf(request),
      body,
      duplex: 'half',
    } as RequestInit);
    const answer =
      databases.handleLongPoll(asked) ??
      (await databases.handleRest(asked, () => void response.destroy())) ??
      new Response(null, { status: 404 });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return response.end();
    Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
      .on('error', () => response.destroy())
      .pipe(response);
  });
  const sockets = new WebSocketServer(SOCKET_OPTIONS);
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, ws =>
      databases.acceptSocket(ws, request, request.headers.host!),
    ),
  );
  await new Promise<void>(done => server.listen(options.port ?? 0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async ({ keep = false } = {}) => {
    await databases.close();
    server.closeAllConnections();
    await new Promise(done => server.close(done));
    await store.close();
    if (!keep) await rm(folder, { recursive: true });
  };
  return { host, url: `http://${host}`, folder, store, databases, tokens, complaints, close };
}

function headersOf({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}
