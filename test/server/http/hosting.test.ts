import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import hosted from '../../../firebase.json';
import { contentSecurityPolicy, fixedHeaders } from '../../../server/http/headers';

const [everywhere, assets] = hosted.hosting.headers;
const valuesOf = (rule: typeof everywhere) =>
  Object.fromEntries(rule!.headers.map(({ key, value }) => [key, value]));

it('guards the hosted app as the embedded server does, with Google’s hosts for the sockets', () => {
  const google =
    'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com ' +
    'https://*.firebaseio.com wss://*.firebaseio.com https://*.firebasedatabase.app wss://*.firebasedatabase.app';
  expect(everywhere!.source).toBe('**');
  expect(valuesOf(everywhere)).toEqual({
    ...fixedHeaders,
    'Content-Security-Policy': contentSecurityPolicy(google),
    'Cache-Control': 'no-cache',
    'Strict-Transport-Security': 'max-age=31536000',
  });
});

it('keeps hashed assets for ever, as a later rule over the first', () => {
  expect(assets!.source).toBe('/assets/**');
  expect(valuesOf(assets)).toEqual({ 'Cache-Control': 'public, max-age=31536000, immutable' });
});

test.each([
  ['/tasks/today/12/edit', true],
  ['/', true],
  ['/assets/main.0123abcd.js', false],
  ['/missing.png', false],
])('%s is answered with the app: %s', (path, isApp) => {
  const [{ regex, destination }] = hosted.hosting.rewrites as [{ regex: string; destination: string }];
  expect(destination).toBe('/index.html');
  expect(new RegExp(regex).test(path)).toBe(isApp);
});

it('sends the rules that the embedded server runs by', () => {
  expect(existsSync(resolve(__dirname, '../../..', hosted.database.rules))).toBe(true);
});
