import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, claimsOf, errorOf, lookup, refresh, signIn, signUp } from '../../support/clients/identity';
import { startHere, type ServerHere } from '../../support/server/serverHere';
import type { Json } from '../../../server/lib/types';

let server: ServerHere;
beforeAll(async () => (server = await startHere()));
afterAll(() => server.stop());

const signUpWith = 'accounts:signUp';
const signInWith = 'accounts:signInWithPassword';

// `official.long.test.ts` has the refusals that the emulator was asked for.
describe('refusals, in the words of the protocol', () => {
  test.each<[string, Json, string]>([
    [signUpWith, { email: 'new@example.com', password: '' }, 'MISSING_PASSWORD'],
    [signUpWith, { email: 'new@example.com' }, 'MISSING_PASSWORD'],
    [signUpWith, { email: 'a b@example.com', password: 'secret1' }, 'INVALID_EMAIL'],
    [signUpWith, { email: `${'a'.repeat(250)}@example.com`, password: 'secret1' }, 'INVALID_EMAIL'],
    [signUpWith, { email: 7, password: 'secret1' }, "Invalid value at 'email' (TYPE_STRING)"],
    [signUpWith, {}, 'ADMIN_ONLY_OPERATION'],
    [signUpWith, { idToken: 'x', email: 'new@example.com', password: 'secret1' }, 'OPERATION_NOT_ALLOWED'],
    [signUpWith, [], 'Invalid JSON payload received. Unexpected token.'],
    [signInWith, { email: '@', password: 'secret1' }, 'INVALID_EMAIL'],
    ['accounts:update', { idToken: 'nonsense', password: 'secret2' }, 'INVALID_ID_TOKEN'],
    ['accounts:update', { oobCode: 'x' }, 'INVALID_OOB_CODE'],
    ['accounts:delete', { idToken: 'nonsense' }, 'INVALID_ID_TOKEN'],
    ['accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: 'x' }, 'OPERATION_NOT_ALLOWED'],
    ['accounts:signInWithIdp', { postBody: 'x' }, 'OPERATION_NOT_ALLOWED'],
    ['token', {}, 'MISSING_GRANT_TYPE'],
  ])('%s %j is refused with %s', async (endpoint, body, message) => {
    expect(await call(server.url, endpoint, body)).toEqual({
      status: 400,
      body: expect.objectContaining({
        error: expect.objectContaining({
          code: 400,
          message,
          errors: [{ message, reason: 'invalid', domain: 'global' }],
        }),
      }),
    });
  });

  it('asks for an API key', async () => {
    const answer = await fetch(`${server.url}/v1/accounts:lookup`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: { code: 403, message: 'The request is missing a valid API key.', status: 'PERMISSION_DENIED' },
    });
  });

  it('refuses JSON that does not parse, and endpoints that do not exist', async () => {
    const ask = (path: string, body: string) => fetch(server.url + path, { method: 'POST', body });
    expect((await ask('/v1/accounts:lookup?key=k', '{')).status).toBe(400);
    expect((await ask('/identitytoolkit.googleapis.com/v1/accounts:toString?key=k', '{}')).status).toBe(404);
    expect(
      (await ask('/identitytoolkit.googleapis.com/emulator/v1/projects/daywall/accounts?key=k', '{}')).status,
    ).toBe(404);
  });
});

describe('answers', () => {
  it('has answers that no cache keeps', async () => {
    const { headers } = await fetch(`${server.url}/v1/projects?key=k`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('signs up with the SDK’s kind, an own uid and tokens', async () => {
    const { body } = await call(server.url, signUpWith, { email: 'Ann@Example.com', password: ' spaces ' });
    expect(body).toEqual({
      kind: 'identitytoolkit#SignupNewUserResponse',
      localId: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
      email: 'ann@example.com',
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    });
    await expect(signIn(server.url, 'ann@example.com', ' spaces ')).resolves.toMatchObject({
      localId: body['localId'],
    });
    await expect(signIn(server.url, 'ann@example.com', 'spaces')).rejects.toThrow(
      'INVALID_LOGIN_CREDENTIALS',
    );
  });

  it('issues Google’s claims', async () => {
    const { localId, idToken } = await signUp(server.url, 'claims@example.com');
    const claims = claimsOf(idToken);
    expect(claims).toEqual({
      iss: 'https://securetoken.google.com/daywall',
      aud: 'daywall',
      auth_time: expect.any(Number),
      user_id: localId,
      sub: localId,
      iat: expect.any(Number),
      exp: Number(claims['iat']) + 3600,
      email: 'claims@example.com',
      email_verified: false,
      firebase: { identities: { email: ['claims@example.com'] }, sign_in_provider: 'password' },
    });
    expect(Math.abs(Number(claims['iat']) - Date.now() / 1000)).toBeLessThan(60);
    // A second may end between making the account, hashing its password and issuing the token.
    const sinceSignIn = Number(claims['iat']) - Number(claims['auth_time']);
    expect([sinceSignIn >= 0, sinceSignIn < 60]).toEqual([true, true]);
  });

  it('looks the account up without its password hash', async () => {
    const { localId, idToken } = await signUp(server.url, 'look@example.com');
    const { body } = await lookup(server.url, idToken);
    expect(body['users']).toEqual([
      expect.objectContaining({
        localId,
        email: 'look@example.com',
        emailVerified: false,
        providerUserInfo: [
          {
            providerId: 'password',
            email: 'look@example.com',
            federatedId: 'look@example.com',
            rawId: 'look@example.com',
          },
        ],
        validSince: expect.stringMatching(/^\d{10}$/),
        createdAt: expect.stringMatching(/^\d{13}$/),
        lastLoginAt: expect.stringMatching(/^\d{13}$/),
        passwordUpdatedAt: expect.any(Number),
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain('scrypt');
  });

  it('refreshes by form at both paths, and keeps the refresh token', async () => {
    const { localId, refreshToken } = await signUp(server.url, 'form@example.com');
    for (const path of ['/securetoken.googleapis.com/v1/token', '/v1/token']) {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
      const answer = await fetch(`${server.url}${path}?key=k`, { method: 'POST', body });
      const tokens = (await answer.json()) as Record<string, Json>;
      expect(tokens).toEqual({
        access_token: tokens['id_token'],
        id_token: expect.any(String),
        refresh_token: refreshToken,
        expires_in: '3600',
        token_type: 'Bearer',
        user_id: localId,
        project_id: 'daywall',
      });
    }
  });

  it.each([
    ['/v1/projects', { projectId: 'daywall' }],
    ['/v2/passwordPolicy', { schemaVersion: 1, customStrengthOptions: { minPasswordLength: 6 } }],
    ['/v2/recaptchaConfig', { recaptchaEnforcementState: [{ enforcementState: 'OFF' }] }],
  ])('answers GET %s', async (path, expected) => {
    for (const prefix of ['', '/identitytoolkit.googleapis.com']) {
      const answer = await fetch(`${server.url}${prefix}${path}?key=k`);
      expect(await answer.json()).toMatchObject(expected);
    }
  });
});

it('makes one account of many sign-ups of one e-mail at once', async () => {
  const asked = Array.from({ length: 8 }, () =>
    call(server.url, signUpWith, { email: 'once@example.com', password: 'secret1' }),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => errorOf(body) === 'EMAIL_EXISTS')).toHaveLength(7);
});

it('keeps sessions and accounts over a power cut', async () => {
  const { localId, idToken, refreshToken } = await signUp(server.url, 'lasting@example.com');
  const folder = await mkdtemp(join(tmpdir(), 'daywall-cut-'));
  const filter = (path: string) => !path.endsWith('.sock');
  await cp(server.dataDir, folder, { recursive: true, filter });
  const next = await startHere({ env: { DATA_DIR: folder } });
  expect((await lookup(next.url, idToken)).status).toBe(200);
  expect((await refresh(next.url, refreshToken)).body).toMatchObject({ user_id: localId });
  await expect(signIn(next.url, 'lasting@example.com')).resolves.toMatchObject({ localId });
  await next.stop();
  await rm(folder, { recursive: true });
});
