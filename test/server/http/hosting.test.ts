import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import hosted from '../../../firebase.json';
import { contentSecurityPolicy, isAppPath } from '../../../server/http/hosting';

const valuesOf = (glob: string) =>
  Object.fromEntries(
    hosted.hosting.headers
      .find(({ source }) => source === glob)!
      .headers.map(({ key, value }) => [key, value]),
  );

it('lets the hosted app talk to Google’s hosts, the embedded one to its own server', () => {
  const google =
    'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com ' +
    'https://*.firebaseio.com wss://*.firebaseio.com https://*.firebasedatabase.app wss://*.firebasedatabase.app';
  const { 'Content-Security-Policy': policy } = valuesOf('**');
  expect(policy).toContain(`; connect-src 'self' ${google}; `);
  expect(contentSecurityPolicy('ws://here')).toBe(policy!.replace(google, 'ws://here'));
});

it('allows no script and no style inside the page', () =>
  expect(valuesOf('**')['Content-Security-Policy']).toContain("script-src 'self'; style-src 'self'; "));

it('keeps hashed assets for ever, and never that a file is missing', () => {
  expect(valuesOf('/assets/**')).toEqual({ 'Cache-Control': 'public, max-age=31536000, immutable' });
  // On a hosting where the path's rule wins, `Vary: *` keeps browsers from reusing the cached answer.
  expect(valuesOf('404.html')).toEqual({ 'Cache-Control': 'no-cache', Vary: '*' });
});

test.each([
  ['/tasks/today/12/edit', true],
  ['/', true],
  ['/asking/for/it', false],
  ['/nowhere', true],
  ['/assets', true],
  ['/assets/', false],
  ['/assets/main.0123abcd.js', false],
  ['/missing.png', false],
  ['/tasks/v1.2/12', true],
])('%s is answered with the app: %s', (path, isApp) => {
  expect(hosted.hosting.rewrites).toHaveLength(1);
  expect(hosted.hosting.rewrites[0]!.destination).toBe('/index.html');
  expect(isAppPath(path)).toBe(isApp);
});

it('sends the rules that the embedded server runs by', () => {
  expect(existsSync(resolve(__dirname, '../../..', hosted.database.rules))).toBe(true);
});
