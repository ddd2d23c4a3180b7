/** Which requests count as this machine's own. */
import type { IncomingMessage } from 'node:http';
import { readConfig } from '../../../server/settings/config';
import { isAlone, isLocal, mayReadMetrics } from '../../../server/operator/access';

interface Look {
  from?: string;
  version?: string;
  headers?: Record<string, string>;
  env?: Record<string, string>;
}
const request = ({ from = '127.0.0.1', version = '1.1', headers = {} }: Look) =>
  ({
    httpVersion: version,
    headers: { host: '127.0.0.1:8080', ...headers },
    socket: { remoteAddress: from },
  }) as unknown as IncomingMessage;
const isOwn = (look: Look) => isLocal(request(look), readConfig(look.env ?? {}));

test.each<[string, Look]>([
  ['127.0.0.1', {}],
  ['::1', { from: '::1', headers: { host: '[::1]:8080' } }],
  ['an IPv4 address that IPv6 wraps', { from: '::ffff:127.0.0.1', env: { HOST: '::1' } }],
  ['localhost', { headers: { host: 'localhost:8080' }, env: { HOST: 'localhost' } }],
])('%s is this machine', (_, look) => {
  expect(isOwn(look)).toBe(true);
});

test.each<[string, Look]>([
  ['another machine', { from: '192.0.2.1' }],
  ['another name of loopback', { headers: { host: 'tasks.localhost:8080' } }],
  ['a name in the world', { headers: { host: 'tasks.example' } }],
  ['X-Forwarded-For', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['X-Forwarded-Host', { headers: { 'x-forwarded-host': 'tasks.example' } }],
  ['X-Real-IP', { headers: { 'x-real-ip': '127.0.0.1' } }],
  ['Forwarded', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['Via', { headers: { via: '1.1 proxy' } }],
  ['a tunnel of Cloudflare', { headers: { 'cf-connecting-ip': '192.0.2.1' } }],
  ['a proxy that speaks HTTP/1.0', { version: '1.0' }],
])('%s is not', (_, look) => {
  expect(isOwn(look)).toBe(false);
});

// Through a tunnel or a proxy that adds no header, a stranger's request looks local.
test.each<Record<string, string>>([
  { TRUST_PROXY: '1' },
  { PUBLIC_URL: 'https://tasks.example' },
  { ALLOWED_HOSTS: 'nas:81' },
  { ALLOWED_ORIGINS: 'https://friend.example' },
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.7' },
])('with %j nobody is', env => {
  expect(isAlone(readConfig(env))).toBe(false);
  expect(isOwn({ env })).toBe(false);
});

test.each<[string, boolean]>([
  ['Bearer a-token-of-16-or-more', true],
  ['bearer a-token-of-16-or-more', true],
  ['Bearer a-token-of-16-or-mor', false],
  ['Basic a-token-of-16-or-more', false],
])('measures are read from elsewhere with %s: %s', (authorization, may) => {
  const config = readConfig({ METRICS_TOKEN: 'a-token-of-16-or-more', TRUST_PROXY: '1' });
  expect(mayReadMetrics(request({ from: '192.0.2.1', headers: { authorization } }), config)).toBe(may);
  expect(mayReadMetrics(request({ headers: { authorization: 'Bearer null' } }), readConfig({}))).toBe(false);
});
