import type { Clock } from '../../types';
import { LIMIT } from '../limits';
import { Listener, type Push } from '../listens';
import type { Peer } from '../peer';
import { Identity } from '../socket/identity';
import { PLAIN, toText } from '../tree/text';
import { windowOf } from '../tree/window';
import { parseAddress } from './params';
import { whoAsks, type RestParts } from './rest';

const KEEP_ALIVE = 30_000;

export function wantsEvents(request: Request): boolean {
  return request.method === 'GET' && /\btext\/event-stream\b/.test(request.headers.get('accept') ?? '');
}

/** Answers with events instead of a value: `put` first, then `put` and `patch` as things change. */
export async function openEventStream(
  request: Request,
  parts: RestParts & { clock: Clock },
  peers: Set<Peer>,
): Promise<Response> {
  const ask = parseAddress(new URL(request.url), { write: false });
  const auth = await whoAsks(request, ask, parts.tokens);
  const { database } = parts;
  const identity = new Identity(parts.tokens, parts.clock, () => peer.revoke());
  if (ask.token !== null) await identity.take(ask.token);
  const node = database.read(ask.path, ask.query, auth);
  let sink: ReadableStreamDefaultController<Uint8Array>;
  const send = (event: string, data: string) => {
    if ((sink.desiredSize ?? 0) < -LIMIT.bufferedBytes) peer.close();
    else sink.enqueue(Buffer.from(`event: ${event}\ndata: ${data}\n\n`));
  };
  const listener = new Listener(ask.path, ask.query, push => send(...eventOf(push, ask.path.length)));
  const forget = () => {
    database.listens.remove(listener);
    identity.drop();
    clearInterval(keepAlive);
    peers.delete(peer);
  };
  const end = (event: string, data: string) => {
    send(event, data);
    peer.close();
  };
  const keepAlive = setInterval(() => send('keep-alive', 'null'), KEEP_ALIVE);
  const peer: Peer = {
    uid: auth?.uid ?? null,
    revoke: () => end('auth_revoked', '"credential is no longer valid"'),
    recheck: () => {
      if (!database.canRead(ask.path, ask.query, auth)) end('cancel', 'null');
    },
    heartbeat: () => undefined,
    close: () => {
      forget();
      sink.close();
    },
  };
  const stream = new ReadableStream<Uint8Array>(
    { start: controller => void (sink = controller), cancel: forget },
    { highWaterMark: 0, size: chunk => chunk?.length ?? 0 },
  );
  const value = ask.query ? windowOf(node, ask.query) : node;
  send(...eventOf({ kind: 'set', path: ask.path, value }, ask.path.length));
  database.listens.add(listener);
  peers.add(peer);
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' },
  });
}

function eventOf(push: Push, depth: number): [event: string, data: string] {
  const path = JSON.stringify(`/${push.path.slice(depth).join('/')}`);
  if (push.kind === 'set') return ['put', `{"path":${path},"data":${toText(push.value, PLAIN)}}`];
  const values = push.values.map(([key, value]) => `${JSON.stringify(key)}:${toText(value, PLAIN)}`);
  return ['patch', `{"path":${path},"data":{${values.join(',')}}}`];
}
