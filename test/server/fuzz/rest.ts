/** REST calls within and beyond the grammar, and bytes that are not HTTP. */
import fc from 'fast-check';
import { connect } from 'node:net';
import { character } from '../../support/arbitraries';
import { hostileJson, hostileOperation, hostilePath } from '../../support/clients/hostile';
import { count, type Target } from './target';

const odd = fc.oneof(
  fc.string({ unit: character, maxLength: 60 }),
  fc.constantFrom(
    '..',
    '%',
    '%00',
    '%ff',
    '%2e%2e',
    '$x',
    '[',
    '__proto__',
    '.json',
    '.settings/rules',
    '*',
    '//',
  ),
);
const value = fc.oneof(
  hostileJson.map(json => JSON.stringify(json)),
  fc.constantFrom(
    '"$key"',
    '"$value"',
    '"$priority"',
    '"a"',
    '"a/b"',
    '1',
    '1e400',
    '-1',
    'true',
    '"x","y"',
    '{}',
  ),
  odd,
);
const param = fc.tuple(
  fc.constantFrom(
    ...['orderBy', 'orderBy', 'startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo', 'limitToFirst'],
    ...['limitToLast', 'shallow', 'print', 'format', 'timeout', 'writeSizeLimit', 'callback', 'ns', 'auth'],
    ...['access_token', 'x-http-method-override'],
  ),
  fc.oneof(
    value,
    fc.constantFrom('true', 'export', 'pretty', 'silent', '1s', 'tiny', 'PATCH', 'daywall', '5'),
  ),
);
const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { 'x-firebase-etag': 'true' },
  { 'if-match': 'null_etag' },
  { accept: 'text/event-stream' },
  { 'x-http-method-override': 'DELETE' },
  { authorization: 'Bearer x' },
  { 'accept-encoding': 'gzip' },
  { range: 'bytes=9-1' },
);
const read = fc.record({ keys: hostilePath, params: fc.array(param, { maxLength: 4 }), headers: header });
const place = fc.constantFrom('open', 'open', 'open', 'mine', 'mine', 'canary', '');

const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));

async function call(target: Target, url: string, init: RequestInit, story: string): Promise<void> {
  count(target, 'rest');
  const stop = AbortSignal.timeout(20_000);
  try {
    const response = await fetch(url, { ...init, signal: stop });
    if (response.headers.get('content-type') === 'text/event-stream') return await response.body!.cancel();
    await response.text();
    count(target, `answered ${response.status}`);
    if (response.status >= 500 && response.status !== 503)
      target.findings.push(`${story} → ${response.status}`);
  } catch (error) {
    if (stop.aborted) target.findings.push(`${story} → not answered`);
    else if (!/fetch failed|Parse Error|Invalid/.test(String(error)))
      target.findings.push(`${story} → ${String(error)}`);
  }
}

function pathOf(target: Target, where: string, path: string): string {
  const owner = { mine: target.attackers[0]!.localId, canary: target.canary.localId }[where] ?? where;
  return owner === '' ? path : `${owner}/${path}`;
}

export async function fuzzRest(target: Target, seed: number): Promise<void> {
  const { server, attackers } = target;
  const token = `auth=${attackers[0]!.idToken}`;
  const writes = fc.sample(fc.tuple(place, hostileOperation), { seed, numRuns: 120 });
  for (const [where, operation] of writes) {
    if (operation.wire !== 'rest') continue;
    const { method, body } = operation;
    const path = pathOf(target, where, operation.path);
    // A write to the canary's data that is wrongly accepted shows when the data is compared.
    await call(target, `${server.url}/${path}.json?${token}`, { method, body }, `${method} /${path} ${body}`);
  }
  for (const [where, { keys, params, headers }] of fc.sample(fc.tuple(place, read), { seed, numRuns: 80 })) {
    const query = params.map(([name, text]) => `${name}=${escaped(text)}`).join('&');
    const path = `${pathOf(target, where, keys.map(escaped).join('/'))}.json?${token}&${query}`;
    await call(target, `${server.url}/${path}`, { headers }, `GET /${path} ${JSON.stringify(headers)}`);
  }
}

const word = fc.oneof(
  odd,
  fc.constantFrom('GET', 'PUT', '/', '/.json', 'HTTP/1.1', 'HTTP/9', ':', '\r\n', '0'),
);
const line = fc.array(word, { maxLength: 4 }).map(words => words.join(' '));
const headerLine = fc.oneof(
  line,
  fc.constantFrom(
    ...[
      'Transfer-Encoding: chunked',
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 99999999999',
    ],
    ...['Expect: 100-continue', 'Upgrade: websocket', 'Connection: Upgrade', 'Connection: keep-alive'],
    ...[
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      'Origin: http://evil.example',
    ],
    ...['Content-Encoding: gzip', 'X-Forwarded-For: x', 'Access-Control-Request-Method: PUT', 'Cookie: ='],
  ),
);
const first = fc.oneof(
  line,
  fc
    .tuple(fc.constantFrom('GET', 'PUT', 'POST', 'OPTIONS', 'HEAD', 'TRACE', 'PATCH'), odd)
    .map(([method, path]) => `${method} /${escaped(path)} HTTP/1.1`),
  fc.constantFrom(
    'GET /.ws?v=5&ns=daywall HTTP/1.1',
    'GET /.ws?ns=%00 HTTP/1.1',
    'PUT /open/x.json HTTP/1.1',
  ),
);
const rawRequest = fc.record({
  first,
  hasHost: fc.boolean(),
  headers: fc.array(headerLine, { maxLength: 6 }),
  body: fc.oneof(odd, fc.constantFrom('5\r\n"abc"\r\n0\r\n\r\n', 'zz\r\n', '"abc"')),
  bytes: fc.option(fc.uint8Array({ maxLength: 200 }), { nil: null }),
});

/** Sends random bytes; each connection must end by itself or when asked to. */
export async function fuzzWire(target: Target, seed: number): Promise<void> {
  const { port } = target.server;
  for (const { first, hasHost, headers, body, bytes } of fc.sample(rawRequest, { seed, numRuns: 60 })) {
    count(target, 'raw');
    const host = hasHost ? [`Host: 127.0.0.1:${port}`] : [];
    const text = `${[first, ...host, ...headers].join('\r\n')}\r\n\r\n${body}`;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(text);
    if (bytes) socket.write(bytes);
    setTimeout(() => socket.destroy(), 50);
    await new Promise(done => socket.once('close', done).resume());
  }
}
