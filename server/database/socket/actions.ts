import { inSlices } from '../../lib/slices';
import { ProtocolError, type Json, type Work } from '../../lib/types';
import type { Settle } from '../writing/commits';
import { LIMIT } from '../holding/limits';
import { listenKey } from '../tree/listens';
import { tooBig } from '../holding/size';
import { hashOf, hashWork } from '../tree/hash';
import { parsePath, type Path } from '../tree/keys';
import { weightOf, type Tree } from '../tree/node';
import { neededIndex, parseQuery, type Query } from '../tree/query';
import { EXPORT, textWork, toText } from '../tree/text';
import { windowOf, windowText, windowWork } from '../tree/window';
import type { Write } from '../writing/write';
import { setMessage, type Frames } from './messages';
import type { Session } from './session';
import type { Payload } from './wire';

type Body = { [key: string]: Json };

/** A write is answered through `settle` once it is durable; all other actions by their return value. */
type Action =
  | { isWrite: true; run(session: Session, body: Body, settle: Settle): void }
  | { isWrite: false; run(session: Session, body: Body): Payload | Promise<Payload> };

const NOTHING: Payload = '""';

const read = (run: (session: Session, body: Body) => Payload | Promise<Payload>): Action => ({
  isWrite: false,
  run,
});
const write = (run: (session: Session, body: Body, settle: Settle) => void): Action => ({
  isWrite: true,
  run,
});
const accept = read(() => NOTHING);

/** All actions of the protocol. */
export const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['q', read(listen)],
  ['n', read(unlisten)],
  ['g', read(get)],
  ['p', write((session, body, settle) => session.database.write(writeOf('set', session, body), settle))],
  ['m', write((session, body, settle) => session.database.write(writeOf('merge', session, body), settle))],
  ['o', write((session, body, settle) => onDisconnect('set', session, body, settle))],
  ['om', write((session, body, settle) => onDisconnect('merge', session, body, settle))],
  ['oc', write(cancelDisconnect)],
  ['auth', read(authenticate)],
  ['gauth', read(refuseCredential)],
  ['unauth', read(unauthenticate)],
  ['s', accept],
  ['appcheck', accept],
  ['unappeck', accept],
]);

function listen(session: Session, body: Body): Payload | Promise<Payload> {
  const path = parsePath(body.p);
  const query = session.database.known(path, parseQuery(body.q));
  return session.database.run(() => listenNow(session, body, path, query));
}

function listenNow(
  session: Session,
  body: Body,
  path: Path,
  query: Query | null,
): Payload | Promise<Payload> {
  const tag = typeof body.t === 'number' ? body.t : null;
  const node = session.database.read(path, query, session.identity.auth);
  if (session.listenCount >= LIMIT.listensPerConnection)
    throw new ProtocolError('too_big', 'Too many listens');
  const listen = session.listen(path, query, tag, body.q ?? null);
  const index = query && neededIndex(query);
  const answer = index && !session.database.isIndexed(path, index) ? '{"w":["no_index"]}' : '{}';
  if (weightOf(node) > LIMIT.answeredAtOnceBytes)
    return session.open(listen, firstPush(node, query, path, tag, body.h)).then(() => answer);
  const value = windowed(node, query);
  if (!isKnown(value, body.h)) session.push({ kind: 'set', path, value }, tag);
  return answer;
}

/** The first message for a large listen; null when the client already has the value. */
function* firstPush(
  node: Tree,
  query: Query | null,
  path: Path,
  tag: number | null,
  hash: Json | undefined,
): Work<Frames | null> {
  const value = query ? yield* windowWork(node, query) : node;
  const isSame = hash ? (yield* hashWork(value)) === hash : value === null;
  return isSame ? null : setMessage(path, yield* textWork(value, EXPORT), tag);
}

/** True when the client already has the same value; an empty hash means that it has none. */
function isKnown(value: Tree, hash: Json | undefined): boolean {
  return hash ? hashOf(value) === hash : value === null;
}

function windowed(node: Tree, query: Query | null): Tree {
  return query ? windowOf(node, query) : node;
}

function unlisten(session: Session, body: Body): Payload {
  session.unlisten(listenKey(parsePath(body.p), parseQuery(body.q)));
  return NOTHING;
}

function get(session: Session, body: Body): Payload | Promise<Payload> {
  const path = parsePath(body.p);
  const query = session.database.known(path, parseQuery(body.q));
  return session.database.run(() => {
    const node = session.database.read(path, query, session.identity.auth);
    return weightOf(node) > LIMIT.answeredAtOnceBytes
      ? inSlices(windowText(node, query, EXPORT))
      : toText(windowed(node, query), EXPORT);
  });
}

function writeOf(kind: Write['kind'], session: Session, { p, d = null, h }: Body): Write {
  const path = parsePath(p, { write: true });
  const write = { kind, path, data: d, auth: session.identity.auth };
  return typeof h === 'string' ? { ...write, ifHash: h } : write;
}

function onDisconnect(kind: Write['kind'], session: Session, { p, d = null }: Body, settle: Settle): void {
  if (JSON.stringify(d).length > LIMIT.disconnectBytes) throw tooBig();
  const write = writeOf(kind, session, { p: p ?? null, d });
  session.changeDisconnects(() => session.disconnects.add(write), settle);
}

function cancelDisconnect(session: Session, body: Body, settle: Settle): void {
  const path = parsePath(body.p);
  session.changeDisconnects(() => session.disconnects.cancel(path), settle);
}

async function authenticate(session: Session, { cred }: Body): Promise<Payload> {
  if (typeof cred !== 'string') return refuseCredential();
  const auth = await session.identity.take(cred);
  await session.recheck();
  return JSON.stringify({ auth: auth.token });
}

function refuseCredential(): never {
  throw new ProtocolError('invalid_token', 'Could not parse auth token.', 401);
}

async function unauthenticate(session: Session): Promise<Payload> {
  session.identity.drop();
  await session.recheck();
  return NOTHING;
}
