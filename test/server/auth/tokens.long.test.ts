import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { userCommands } from '../../../server/auth/administration';
import { remove, update } from '../../../server/auth/profile';
import { revoked } from '../../../server/auth/sessions/revocations';
import { createVerifier } from '../../../server/auth/identity';
import { signUp } from '../../../server/auth/signIn';
import { openAuth, type AuthState } from '../../../server/auth/state';
import { pairsOf } from '../../../server/lib/pairs';
import { openStore } from '../../../server/storage/store';
import type { Store, TokenVerifier } from '../../../server/lib/types';
import { claimsOf } from '../../support/clients/identity';

const policy = { projectId: 'daywall', signUp: 'open', enumerationProtection: true } as const;
const invalid = expect.objectContaining({
  code: 'invalid_token',
  message: 'Could not parse auth token.',
  status: 401,
});
const expired = expect.objectContaining({
  code: 'expired_token',
  message: 'Auth token is expired',
  status: 401,
});

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let store: Store;
let auth: AuthState;
let verifier: TokenVerifier;
let now: number;
let idToken: string;
let uid: string;
let people = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daywall-'));
  store = await openStore(folder);
  auth = await openAuth(store, policy, () => now, randomBytes, log);
  verifier = createVerifier(auth);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  now = 1_773_100_800_500;
  const body = { email: `person${++people}@example.com`, password: 'secret1' };
  const answer = (await signUp(auth, { body, address: '' })) as { idToken: string; localId: string };
  ({ idToken, localId: uid } = answer);
});

/** The server's signing key, read from the disk. */
const signingKey = async () => Buffer.from((await store.section('keys').get('id-token'))!, 'base64url');

/** The token with some changed claims, signed with the server's own key by default. */
async function forged(changes: Record<string, unknown>, key?: Uint8Array, alg = 'HS256'): Promise<string> {
  const claims = { ...claimsOf(idToken), ...changes };
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(key ?? (await signingKey()));
}

it('names who asks as the rules see it, and until when', async () => {
  const claims = claimsOf(idToken);
  await expect(verifier.verify(idToken)).resolves.toEqual({
    auth: { uid, provider: 'password', token: claims },
    expiresAt: Number(claims['exp']) * 1000,
  });
});

it('takes a token until the second in which it ends', async () => {
  const end = Number(claimsOf(idToken)['exp']) * 1000;
  now = end - 1;
  await expect(verifier.verify(idToken)).resolves.toBeDefined();
  now = end;
  await expect(verifier.verify(idToken)).rejects.toEqual(expired);
  await expect(verifier.verify(await forged({ jti: 'not seen before' }))).rejects.toEqual(expired);
});

it('takes the tokens of an account that was made before the clock was set back', async () => {
  now -= 3_600_000;
  await expect(verifier.verify(idToken)).resolves.toMatchObject({ auth: { uid } });
  const later = await forged({ iat: Number(claimsOf(idToken)['iat']) + 301 });
  await expect(verifier.verify(later)).rejects.toEqual(invalid);
});

describe('refuses', () => {
  test.each<[string, () => string | Promise<string>]>([
    ['nothing', () => ''],
    ['nonsense', () => 'a.b.c'],
    ['a changed payload', () => idToken.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`)],
    ['a changed signature', () => idToken.replace(/.{4}$/, end => (end === 'AAAA' ? 'BBBB' : 'AAAA'))],
    ['a cut-off signature', () => idToken.slice(0, idToken.lastIndexOf('.') + 1)],
    ['no algorithm', () => new UnsecuredJWT(claimsOf(idToken)).encode()],
    ['a foreign key', () => forged({}, randomBytes(32))],
    [
      'another algorithm with the right key',
      async () => forged({}, Buffer.concat([await signingKey(), Buffer.alloc(32)]), 'HS512'),
    ],
    ['another issuer', () => forged({ iss: 'https://securetoken.google.com/other' })],
    ['another audience', () => forged({ aud: 'other' })],
    ['a token without an end', () => forged({ exp: undefined })],
    ['a token without a subject', () => forged({ sub: undefined })],
    ['a token from the future', () => forged({ iat: now / 1000 + 3000, exp: now / 1000 + 6600 })],
    ['a subject that has no account', () => forged({ sub: 'nobody' })],
    ['the subject __proto__', () => forged({ sub: '__proto__' })],
  ])('%s', async (_name, token) => {
    await expect(verifier.verify(await token())).rejects.toEqual(invalid);
  });
});

it('takes what is signed with the right key, so the refusals above have reasons', async () => {
  await expect(verifier.verify(await forged({}))).resolves.toMatchObject({ auth: { uid } });
});

describe('becomes invalid in the same second', () => {
  test.each(['disable', 'delete', 'sign-out'])('of the operator’s %s, and says so', async command => {
    const revokedUids: string[] = [];
    const stop = verifier.onRevoked(who => revokedUids.push(who));
    await verifier.verify(idToken);
    await userCommands(auth, () => '', {
      storedBy: () => 0,
      shareOf: () => 0,
      remove: async () => undefined,
    })[`users ${command}`]!(uid);
    await expect(verifier.verify(idToken)).rejects.toEqual(
      expect.objectContaining({ code: command === 'sign-out' ? 'expired_token' : 'invalid_token' }),
    );
    expect(revokedUids).toEqual([uid]);
    stop();
    auth.revocations.announce(uid);
    expect(revokedUids).toEqual([uid]);
  });
});

test.each([
  ['delete the account', remove, {}],
  ['change its name', update, { displayName: 'Mallory' }],
])('does not %s once a sign-out stands before it in the queue', async (_, operation, body) => {
  const before = auth.accounts.get(uid)!;
  const signedOut = auth.accounts.change(uid, account => revoked(account, now));
  await expect(operation(auth, { body: { idToken, ...body }, address: '' })).rejects.toMatchObject({
    code: 'TOKEN_EXPIRED',
  });
  await signedOut;
  expect(auth.accounts.get(uid)).toEqual(revoked(before, now));
});

it('keeps no secret on disk but the signing key', async () => {
  const written: string[] = [];
  for await (const [, value] of pairsOf(store.section('accounts').pages())) written.push(value);
  const record = JSON.parse(written.find(each => each.includes(uid))!) as Record<string, unknown>;
  expect(record['passwordHash']).toMatch(/^scrypt\$32768\$8\$1\$/);
  expect(written.join()).not.toContain('secret1');
});
