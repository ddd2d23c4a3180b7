import { Duplex } from 'node:stream';
import { constants, createBrotliCompress } from 'node:zlib';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import { answerResetPage } from '../auth/resetPage';
import { handleIdentity, isIdentityPath } from '../auth/edge';
import type { AuthState } from '../auth/state';
import { type Config, FIRST } from '../settings/config';
import type { Databases } from '../database/instances/databases';
import { mayReadMetrics } from '../operator/access';
import type { Measures } from '../operator/measures';
import type { Metrics } from '../operator/metrics';
import type { FollowBacklog } from '../storage/follow/followers';
import { ProtocolError } from '../lib/types';
import type { Files } from './files';
import { missingHeaders } from './hosting';
import { longestBody, longestIdentityBody } from './limits';
import { loggedPath, type Feeds } from '../feeds/addresses';
import type { Visits } from './visits';
import { isOneOf } from './sendFile';

/** The results of the checks of a request. */
export type Visit = HttpBindings & { address: string; origin: string };
type Visited = Context<{ Bindings: Visit }>;

export interface Parts {
  config: Config;
  auth: AuthState;
  databases: Databases;
  feeds: Feeds;
  files: Files;
  log: Logger;
  visits?: Visits;
  /** How far the followers are behind. */
  backlog?: () => FollowBacklog;
  measures?: Measures;
  metrics?: Metrics;
  /** The operator's page; null when it is off. */
  admin?: Hono<{ Bindings: HttpBindings & { origin: string } }> | undefined;
}

/** All paths that are served. */
export function createRoutes({
  config,
  auth,
  databases,
  feeds,
  files,
  log,
  visits,
  backlog,
  metrics,
  admin,
}: Parts): Hono<{ Bindings: Visit }> {
  const app = new Hono<{ Bindings: Visit }>();
  const identity = (c: Visited) => handleIdentity(auth, c.req.raw, c.env);
  const resetPage = (c: Visited) => answerResetPage(auth, c.req.raw, c.env.address);

  app.onError((error, c) => fault(error, c, log));
  app.use(async (c, next) => {
    await next();
    // A request refused before its body was read needs a closed connection: announce that, or the client sends its
    // next request into the end of it.
    if (!c.env.incoming.complete && c.res.status >= 400) c.header('Connection', 'close');
  });
  app.get('/healthz', c => {
    visits?.note(c.req.query('visit'), arrivalOf(c));
    return c.text(`ok${behindInWords(backlog?.() ?? null)}`);
  });
  app.get('/metrics', (c, next) => (metrics ? answerMetrics(c, config, metrics) : next()));
  if (admin) {
    app.use('/admin/*', limitBody(longestIdentityBody));
    app.route('/', admin);
  }
  app.get('/__/firebase/init.json', c =>
    c.json(firebaseConfig(config, c.env.origin), 200, { 'cache-control': 'no-cache' }),
  );
  app.get('/databases.json', c =>
    c.json(namedDatabases(config, c.env.origin), 200, { 'cache-control': 'no-cache' }),
  );
  app.use('/__/auth/*', limitBody(longestIdentityBody));
  app.on(['GET', 'POST'], '/__/auth/action', resetPage);
  app.all('/.lp', c => databases.handleLongPoll(c.req.raw) ?? notFound(c));
  app.use(async (c, next) => {
    if (!isIdentityPath(c.req.path)) return next();
    return limitBody(longestIdentityBody)(c, async () => void (c.res = await identity(c)));
  });
  app.get('/push/key', c =>
    config.push === 'off'
      ? notFound(c)
      : c.json({ key: auth.vapid.keys()[0]!.publicKey }, 200, { 'cache-control': 'no-cache' }),
  );
  app.get('/robots.txt', c => c.text(ROBOTS));
  app.all('/feeds', limitBody(longestIdentityBody), c => feeds.handleOwn(c.req.raw, c.env.origin));
  app.use('/feeds/*', compress({ encoding: 'gzip', contentTypeFilter: /^text\/calendar/ }));
  app.on(['GET', 'HEAD'], '/feeds/*', async c => {
    const target = (c.env.incoming.url ?? '').split('?', 1)[0]!;
    const hangUp = () => void c.env.outgoing.destroy();
    return (await feeds.handleReader(c.req.raw, target, c.env.address, hangUp)) ?? notFound(c);
  });
  app.on(['GET', 'HEAD'], '*', async (c, next) =>
    (await files(c.env.incoming, c.env.outgoing)) ? RESPONSE_ALREADY_SENT : next(),
  );
  app.use(limitBody(longestBody));
  // A thousand tasks are 250 KB of JSON, and a ninth of that compressed.
  const compressed = compress({ encoding: 'gzip', contentTypeFilter: /^application\/json/ });
  // An ETag names the bytes as they are, and comes back in `if-match`.
  app.use((c, next) =>
    c.req.header('x-firebase-etag') ? next() : compressed(c, () => brotli(c, next) as Promise<void>),
  );
  app.all('*', async c => {
    const hangUp = () => void c.env.outgoing.destroy();
    return (await databases.handleRest(c.req.raw, hangUp)) ?? notFound(c);
  });
  return app;
}

/** Google Calendar reads no address that this file forbids. */
const ROBOTS = 'User-agent: *\nAllow: /feeds/\n';

/** Anybody may ask, so it says no more than the seconds. */
function behindInWords(backlog: FollowBacklog): string {
  if (!backlog) return '';
  if (backlog.milliseconds === null) return '\nfollower: not begun\n';
  return `\nfollower: ${Math.ceil(backlog.milliseconds / 1_000)} s behind\n`;
}

function answerMetrics(c: Visited, config: Config, metrics: Metrics): Response | Promise<Response> {
  if (mayReadMetrics(c.env.incoming, config)) return metrics.answer();
  return config.metricsToken === null
    ? c.text('Only this machine may read this', 403)
    : c.text('Only who has the token may read this', 401, { 'www-authenticate': 'Bearer' });
}

const arrivalOf = ({ env, req }: Visited) => ({
  host: req.header('host') ?? '',
  forwardedFor: req.header('x-forwarded-for') ?? null,
  address: env.address,
  origin: env.origin,
});

const limitBody = (maxSize: number) =>
  bodyLimit({ maxSize, onError: c => c.text('Request body too large', 413) });

function notFound(c: Context): Response {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.text('Method not allowed', 405);
  if (c.req.path === '/')
    return c.text('This is the server alone; no app is built here. Run npm start to build it.\n');
  return c.text('Not found', 404, missingHeaders);
}

/** The disk refuses, or the machine has no more files to open: another try may succeed. */
function isUnavailable(error: Error): boolean {
  if (error instanceof ProtocolError) return error.status === 503;
  return ['EMFILE', 'ENFILE', 'ENOMEM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** An internal error is answered as plain text, because the SDK ends the session at any well-formed JSON error. */
function fault(error: Error, c: Visited, log: Logger): Response {
  // A client that disconnected in the middle of its body gets no answer, and caused no error.
  if (c.env.incoming.destroyed && !c.env.incoming.complete) return c.text('Bad request', 400);
  const status = isUnavailable(error) ? 503 : 500;
  log.error({ err: error, method: c.req.method, path: loggedPath(c.req.path) }, 'request failed');
  return c.text(status === 503 ? 'Service unavailable' : 'Internal error', status);
}

/** A level that costs about as much as gzip, and makes a list of tasks a fifth smaller. */
const QUALITY = 5;
/** Shorter answers, in bytes, are not compressed. */
const SHORTEST_BYTES = 1024;

/** Compresses JSON answers with Brotli for clients that accept it; Hono's own compression supports only gzip. */
const brotli: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const isShort = Number(res.headers.get('Content-Length') ?? SHORTEST_BYTES) < SHORTEST_BYTES;
  const isJson = res.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  if (!res.body || isShort || !isJson || res.headers.has('Content-Encoding') || c.req.method === 'HEAD')
    return;
  if (!isOneOf(c.req.header('Accept-Encoding') ?? '', 'br')) return;
  const compressed = Duplex.toWeb(
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  );
  c.res = new Response(res.body.pipeThrough(compressed as ReadableWritablePair<Uint8Array, Uint8Array>), res);
  c.res.headers.delete('Content-Length');
  c.res.headers.set('Content-Encoding', 'br');
  c.res.headers.append('Vary', 'Accept-Encoding');
};

/**
 * The content of `/__/firebase/init.json`. `emulated`, which hosted Firebase lacks, points the app to this server's
 * identity endpoints and says whether mails are sent. The port is always explicit, because the SDK takes a URL without
 * one for TLS.
 */
function firebaseConfig(config: Config, origin: string): Record<string, unknown> {
  const { host } = new URL(origin);
  return {
    apiKey: 'daywall',
    authDomain: host,
    databaseURL: databaseUrl(config.instances[0], origin),
    projectId: config.projectId,
    appId: `1:1:web:${config.projectId}`,
    emulated: { authUrl: origin, ...(config.mail && { mails: true }) },
  };
}

/** The content of `/databases.json`: the databases of which each user has one. Empty when there is only one. */
function namedDatabases({ instances }: Config, origin: string) {
  const [first, ...more] = instances;
  if (more.length === 0) return { databases: [] };
  const named = [{ name: FIRST, url: databaseUrl(first, origin) }];
  return { databases: [...named, ...more.map(name => ({ name, url: databaseUrl(name, origin) }))] };
}

function databaseUrl(instance: string, origin: string): string {
  const { protocol, hostname, port } = new URL(origin);
  const explicitPort = port || (protocol === 'https:' ? '443' : '80');
  return `${protocol}//${hostname}:${explicitPort}?ns=${instance}`;
}
