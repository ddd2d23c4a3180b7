import { ProtocolError, type Auth, type Clock, type TokenVerifier } from '../../lib/types';
import type { Database } from '../database';
import { inSlices } from '../../lib/slices';
import type { Budgets } from '../holding/limits';
import type { Step } from '../tree/listens';
import type { Logger } from '../../lib/logger';
import { hashWork } from '../tree/hash';
import { Branch, nodeAt, type Tree } from '../tree/node';
import { neededIndex } from '../tree/query';
import { PLAIN, PLAIN_EXPORT, toText } from '../tree/text';
import { windowWork } from '../tree/window';
import type { Write } from '../writing/write';
import { Answer, answerText, type Pieces } from './answer';
import { Body } from './body';
import { parseAddress, type RestAsk } from './params';

export type RestParts = {
  database: Database;
  tokens: TokenVerifier;
  clock: Clock;
  log: Logger;
  budgets: Budgets;
  /** See `Answer`. */
  hangUp: () => void;
};

/** The text of an answer, and the state that it describes if the client may request its ETag. */
type Content = { text: string | Pieces; node?: Tree };

type Call = { body: Body; answer: Answer; request: Request; ask: RestAsk; auth: Auth; database: Database };

const METHODS: Record<string, (call: Call) => Promise<Content>> = {
  GET: get,
  PUT: call => put(call),
  POST: post,
  PATCH: patch,
  DELETE: remove,
};

/** The user of a request's token. Throws 401 for an invalid token, and for Google's own tokens, which nobody issues here. */
export async function whoAsks({ headers, url }: Request, ask: RestAsk, tokens: TokenVerifier): Promise<Auth> {
  const isForeign =
    new URL(url).searchParams.has('access_token') || /^bearer /i.test(headers.get('authorization') ?? '');
  if (isForeign) throw new ProtocolError('invalid_token', 'Could not parse auth token.', 401);
  if (ask.token === null) return null;
  try {
    return (await tokens.verify(ask.token)).auth;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const isExpired = error.code === 'expired_token';
    throw new ProtocolError(
      error.code,
      isExpired ? 'Auth token is expired' : 'Could not parse auth token.',
      401,
    );
  }
}

/** A REST call to an existing database. Throws the protocol's refusals. */
export async function answerRest(request: Request, parts: RestParts): Promise<Response> {
  const { database, tokens } = parts;
  const url = new URL(request.url);
  const method = methodOf(request, url);
  const handle = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!handle) throw new ProtocolError('method_not_allowed', 'Method not allowed', 405);
  const ask = parseAddress(url, { write: method !== 'GET' });
  const auth = await whoAsks(request, ask, tokens);
  const mayBeBelow = method === 'PATCH' || method === 'POST';
  if (method !== 'GET') await database.run(() => database.admit(ask.path, auth, mayBeBelow));
  const answer = new Answer(parts);
  const body = new Body(request, parts.budgets.unfinished, parts.log);
  try {
    const { text, node } = await handle({ body, answer, request, ask, auth, database });
    const tagged = node !== undefined && wantsTag(request);
    if (tagged) answer.take(node);
    const headers = tagged ? { ETag: await etagOf(node) } : undefined;
    if (ask.print === 'silent') return answer.response(null, 204, headers);
    return answer.response(ask.print === 'pretty' ? prettyText(text) : text, 200, headers);
  } catch (error) {
    if (error instanceof StaleError) return await staleAnswer(error, answer);
    throw error;
  } finally {
    body.release();
    answer.made();
  }
}

const wantsTag = ({ headers }: Request) => headers.get('x-firebase-etag') === 'true';

function prettyText(text: string | Pieces): string {
  if (typeof text === 'string') return JSON.stringify(JSON.parse(text), null, 2);
  throw new ProtocolError('too_big', 'print=pretty is not supported for an answer of this size.');
}

function methodOf({ method, headers }: Request, url: URL): string {
  if (method !== 'POST') return method;
  const override = headers.get('x-http-method-override') ?? url.searchParams.get('x-http-method-override');
  return (override ?? method).toUpperCase();
}

async function get({ answer, ask, auth, database }: Call): Promise<Content> {
  const { path } = ask;
  const query = database.known(path, ask.query);
  const node = await database.run(() => database.read(path, query, auth));
  answer.take(node);
  const index = query && neededIndex(query);
  if (index && !database.isIndexed(path, index)) {
    const place = `/${path.join('/')}`;
    throw new ProtocolError(
      'no_index',
      `Index not defined, add ".indexOn": "${index}", for path "${place}", to the rules`,
    );
  }
  const form = ask.exported ? PLAIN_EXPORT : PLAIN;
  if (query) return { text: answerText(await inSlices(windowWork(node, query)), form) };
  if (ask.shallow && node instanceof Branch) return { text: shallowText(node), node };
  return { text: answerText(node, form), node };
}

function shallowText(branch: Branch): string {
  const keys = [...branch.children.range()].map(([key]) => `${JSON.stringify(key)}:true`);
  return `{${keys.join(',')}}`;
}

async function put(call: Call, data?: null): Promise<Content> {
  const { path } = call.ask;
  const value = data === undefined ? await call.body.json() : data;
  const ifMatch = call.request.headers.get('if-match');
  const condition = ifMatch === null ? {} : { ifHash: ifMatch === NULL_ETAG ? '' : ifMatch };
  const { after, assignments } = await durable(call, {
    kind: 'set',
    path,
    data: value,
    auth: call.auth,
    ...condition,
  });
  return { text: toText(assignments[0]?.value ?? null, PLAIN_EXPORT), node: nodeAt(after, path) };
}

function remove(call: Call): Promise<Content> {
  return put(call, null);
}

async function patch({ body, request, ask: { path }, auth, database }: Call): Promise<Content> {
  refuseCondition(request);
  const data = await body.json();
  const { after } = await durable({ database }, { kind: 'merge', path, data, auth });
  // Only some parts of the whole database were loaded.
  const isWhole = path.length === 0 && wantsTag(request);
  const node = isWhole ? await database.run(() => database.at(path)) : nodeAt(after, path);
  return { text: JSON.stringify(data), node };
}

async function post({ body, request, ask: { path }, auth, database }: Call): Promise<Content> {
  refuseCondition(request);
  const data = await body.json();
  const name = await new Promise<string>((done, failed) =>
    database.push({ kind: 'set', path, data, auth }, (error, key) => (error ? failed(error) : done(key))),
  );
  return { text: JSON.stringify({ name }) };
}

function refuseCondition({ headers }: Request): void {
  if (headers.has('if-match'))
    throw new ProtocolError('invalid_request', 'if-match is supported for PUT and DELETE only');
}

function durable({ database }: Pick<Call, 'database'>, write: Write): Promise<Step> {
  return new Promise((done, failed) =>
    database.write(write, (error, step) => {
      if (!error) return done(step);
      if (error.code !== 'datastale') return failed(error);
      void refusalOf(database, write, error).then(failed, failed);
    }),
  );
}

/** The refusal of a conditional write: the current value, if the client may read it. */
async function refusalOf(database: Database, { path, auth }: Write, error: ProtocolError) {
  try {
    return new StaleError(await database.run(() => database.read(path, null, auth)));
  } catch (denied) {
    return denied instanceof ProtocolError ? error : denied;
  }
}

/** An `if-match` that failed: the answer has the current value. */
class StaleError extends ProtocolError {
  constructor(readonly current: Tree) {
    super('datastale', 'ETag mismatch', 412);
  }
}

async function staleAnswer({ current }: StaleError, answer: Answer): Promise<Response> {
  answer.take(current);
  return answer.response(answerText(current, PLAIN), 412, { ETag: await etagOf(current) });
}

const NULL_ETAG = 'null_etag';

async function etagOf(node: Tree): Promise<string> {
  return (await inSlices(hashWork(node))) || NULL_ETAG;
}
