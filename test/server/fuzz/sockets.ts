/** The socket protocol: well-formed requests with random content, and random frames. */
import fc from 'fast-check';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Json } from '../../../server/lib/types';
import { character, query } from '../../support/arbitraries';
import { hostileJson, hostileOperation, hostilePath } from '../../support/clients/hostile';
import { RawClient } from '../../support/clients/rawClient';
import { count, type Target } from './target';

const anyJson = fc.oneof(hostileJson, fc.jsonValue() as fc.Arbitrary<Json>);
const place = fc.constantFrom('open', 'open', 'mine', 'canary', '');
const oddQuery = fc.oneof(
  query as fc.Arbitrary<Json>,
  fc.dictionary(
    fc.constantFrom('i', 'sp', 'sn', 'sin', 'ep', 'en', 'ein', 'l', 'vf', 'x'),
    anyJson,
  ) as fc.Arbitrary<Json>,
  anyJson,
);
export const request = fc.oneof(
  fc
    .tuple(
      place,
      hostileOperation.filter(({ wire }) => wire === 'socket'),
    )
    .map(([where, operation]) => ({
      where,
      ...(operation as { action: string; body: Record<string, Json> }),
    })),
  fc.record({
    where: place,
    action: fc.constantFrom('q', 'q', 'n', 'g'),
    body: fc.record(
      {
        p: hostilePath.map(keys => keys.join('/')),
        q: oddQuery,
        t: fc.oneof(fc.nat(9), anyJson),
        h: fc.constantFrom('', 'x'),
      },
      { requiredKeys: ['p'] },
    ) as fc.Arbitrary<Record<string, Json>>,
  }),
  fc.record({
    where: fc.constant(''),
    action: fc.constantFrom('auth', 'gauth', 'unauth', 's', 'appcheck', 'x', '__proto__', 'm', 'om'),
    body: fc.record(
      { cred: anyJson, p: anyJson, d: anyJson, h: anyJson },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Record<string, Json>>,
  }),
);

/** The body with its path moved into the chosen place. */
export function placed(target: Target, where: string, body: Record<string, Json>): Record<string, Json> {
  const owner = { mine: target.attackers[1]!.localId, canary: target.canary.localId }[where] ?? where;
  return typeof body.p === 'string' && owner !== '' ? { ...body, p: `${owner}/${body.p}` } : body;
}

const open = (target: Target) => RawClient.open(`127.0.0.1:${target.server.port}`, 'ns=daywall');

/** Resolves with false if the connection ends or 20 s pass before an answer. */
function within(answer: Promise<{ s: string }>, gone: Promise<boolean>): Promise<boolean> {
  const time = new Promise<boolean>(done => setTimeout(() => done(false), 20_000).unref());
  return Promise.race([answer.then(({ s }) => /^[a-z_]+$/.test(s)), gone, time]);
}

export async function fuzzSockets(target: Target, seed: number): Promise<void> {
  const client = await open(target);
  const gone = client.closed().then(() => false);
  await client.ask('auth', { cred: target.attackers[1]!.idToken });
  for (const { where, action, body } of fc.sample(request, { seed, numRuns: 150 })) {
    count(target, 'socket');
    const sent = JSON.parse(JSON.stringify(placed(target, where, body))) as Json;
    if (await within(client.ask(action, sent), gone)) continue;
    target.findings.push(`socket ${action} ${JSON.stringify(sent)} → not answered`);
    break;
  }
  await client.close();
}

const frame = fc.oneof(
  fc.string({ unit: character, maxLength: 60 }),
  fc.constantFrom(
    '0',
    '1',
    '2',
    '3',
    '-1',
    '1e3',
    '999999',
    '{}',
    '{"t":"c"}',
    '{"t":"d","d":null}',
    'null',
    '[]',
  ),
  fc.constantFrom(
    '{"t":"c","d":{"t":"p","d":{}}}',
    '{"t":"d","d":{"r":1,"a":"s","b":{}}}',
    '{"t":"d","d":{"r":1}}',
  ),
  fc
    .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 50, max: 100_000 }))
    .map(([part, n]) => part.repeat(n)),
  fc
    .tuple(fc.constantFrom('p', 'q', 'o', 'g', 'auth'), fc.integer({ min: 60, max: 30_000 }))
    .map(
      ([action, depth]) =>
        `{"t":"d","d":{"r":5,"a":"${action}","b":{"p":"/open/x","d":${'['.repeat(depth)}${']'.repeat(depth)},"q":{"i":"a","x":${'['.repeat(depth)}${']'.repeat(depth)}}}}}`,
    ),
  anyJson.map(json => JSON.stringify(json)),
);

const queries = fc.constantFrom('ns=daywall', 'ns=daywall', 'ns=nobody', '', 'ns=%00', 'v=5&ns=');

export async function fuzzFrames(target: Target, seed: number): Promise<void> {
  const conversation = fc.tuple(
    queries,
    fc.array(frame, { minLength: 1, maxLength: 6 }),
    fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.constant(Buffer.alloc(6, 255))),
  );
  for (const [params, frames, bytes] of fc.sample(conversation, { seed, numRuns: 40 })) {
    const socket = new WebSocket(`ws://127.0.0.1:${target.server.port}/.ws?${params}`).on(
      'error',
      () => undefined,
    );
    const gone = once(socket, 'close');
    await Promise.race([once(socket, 'open'), gone]);
    for (const text of frames) if (socket.readyState === WebSocket.OPEN) socket.send(text);
    count(target, 'frames', frames.length);
    // These bytes are no WebSocket frame, so they bypass the client's library.
    (socket as unknown as { _socket: { write(data: Uint8Array): void } })._socket.write(bytes);
    await Promise.race([gone, new Promise(done => setTimeout(done, 10))]);
    socket.terminate();
    await gone;
  }
}
