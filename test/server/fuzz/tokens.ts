/** Tokens that were changed or made up, and identity calls with random fields. */
import fc from 'fast-check';
import { character } from '../../support/arbitraries';
import { RawClient } from '../../support/clients/rawClient';
import { count, type Target } from './target';

const part = (json: unknown) => Buffer.from(JSON.stringify(json) ?? '').toString('base64url');

/** A way to spoil a valid token; the result never has the same content with a valid signature. */
type Spoil = (token: string) => string;
const claim = fc.tuple(
  fc.constantFrom('sub', 'user_id', 'exp', 'iat', 'aud', 'iss', 'auth_time', 'firebase', 'nbf', 'crit'),
  fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('mallory', 0, 1e18, -1, null, [], {})),
);
const spoil: fc.Arbitrary<Spoil> = fc.oneof(
  fc.string({ unit: character, maxLength: 80 }).map(text => () => text),
  fc.tuple(fc.nat(), fc.constantFrom('.', 'A', '_', '%', '')).map(
    ([at, put]): Spoil =>
      token =>
        token.slice(0, at % (token.length - 2)) + put + token.slice((at % (token.length - 2)) + 1),
  ),
  fc.array(claim, { minLength: 1, maxLength: 3 }).map((claims): Spoil => token => {
    const [head, payload, signature] = token.split('.');
    const was = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
    return `${head}.${part({ ...was, ...Object.fromEntries(claims), fuzz: 1 })}.${signature}`;
  }),
  fc.jsonValue().map(
    (head): Spoil =>
      token =>
        `${part(head)}.${token.split('.').slice(1).join('.')}`,
  ),
  fc.constantFrom<Spoil>(
    token => `${part({ alg: 'none' })}.${token.split('.')[1]}.`,
    token => `${part({ alg: 'HS512' })}.${token.split('.').slice(1).join('.')}`,
    token => token.split('.').slice(0, 2).join('.'),
    token => `${token}.${token}`,
    token => part(token),
  ),
);

/** Whether two tokens have the same content for a lenient decoder. */
function saysTheSame(a: string, b: string): boolean {
  const bytes = (token: string) =>
    token.split('.').map(text => Buffer.from(text, 'base64url').toString('hex'));
  return bytes(a).join() === bytes(b).join();
}

export async function fuzzTokens(target: Target, seed: number): Promise<void> {
  const { server, canary } = target;
  const client = await RawClient.open(`127.0.0.1:${server.port}`, 'ns=daywall');
  for (const change of fc.sample(spoil, { seed, numRuns: 40 })) {
    const token = change(canary.idToken);
    if (saysTheSame(token, canary.idToken)) continue;
    count(target, 'tokens');
    const text = encodeURIComponent(token.replace(/\p{Surrogate}/gu, '?'));
    const { status } = await fetch(`${server.url}/${canary.localId}/notes.json?auth=${text}`);
    const { s } = await client.ask('auth', { cred: token });
    if (status !== 401 || s === 'ok') target.findings.push(`the token ${token} → ${status}, ${s}`);
  }
  await client.close();
}

const call = fc.tuple(
  fc.constantFrom(
    ...[
      'accounts:signUp',
      'accounts:signInWithPassword',
      'accounts:lookup',
      'accounts:update',
      'accounts:delete',
    ],
    ...['accounts:sendOobCode', 'accounts:resetPassword', 'token', 'accounts:x', 'projects'],
  ),
  fc.oneof(
    fc.dictionary(
      fc.constantFrom(
        ...[
          'email',
          'password',
          'idToken',
          'refreshToken',
          'refresh_token',
          'grant_type',
          'oobCode',
          'newPassword',
        ],
        ...['displayName', 'photoUrl', 'requestType', 'deleteAttribute', 'deleteProvider', '__proto__'],
      ),
      fc.oneof(
        fc.jsonValue(),
        fc.constantFrom<unknown>(
          'trudy@example.com',
          'refresh_token',
          'PASSWORD_RESET',
          ['DISPLAY_NAME'],
          'İ@x.de',
        ),
        fc.string({ unit: character, maxLength: 30 }),
      ),
      { maxKeys: 5 },
    ),
    fc.jsonValue(),
  ),
  fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', ''),
);

export async function fuzzIdentity(target: Target, seed: number): Promise<void> {
  for (const [endpoint, json, type] of fc.sample(call, { seed, numRuns: 40 })) {
    count(target, 'identity');
    const own = { idToken: target.attackers[1]!.idToken, returnSecureToken: true };
    const body = JSON.stringify(
      typeof json === 'object' && json && !Array.isArray(json) ? { ...own, ...json } : json,
    );
    // A deleted attacker could not attack any more.
    if (endpoint === 'accounts:delete' && body.includes(own.idToken)) continue;
    const url = `${target.server.url}/identitytoolkit.googleapis.com/v1/${endpoint}?key=k`;
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
    const text = await response.text();
    if (response.status >= 500) target.findings.push(`${endpoint} ${body} → ${response.status} ${text}`);
  }
}
