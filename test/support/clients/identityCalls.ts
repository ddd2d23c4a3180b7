import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../../server/lib/types';

type Body = Record<string, Json>;
export type Recorded = Record<string, { status: number; body: Json }>;

/**
 * The answers of Firebase's own Auth emulator to these calls, by e-mail enumeration protection. A line of the file is
 * protection, name, status and body; what protection does not change stands there once.
 */
export function readOfficialAnswers(): Record<'on' | 'off', Recorded> {
  const official = { on: {} as Recorded, off: {} as Recorded };
  const file = join(__dirname, '../../server/auth/officialAnswers.jsonl');
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [mode, name, status, body] = JSON.parse(line) as ['on' | 'off', string, number, Json];
    official[mode][name] = { status, body };
    if (mode === 'off') official.on[name] = { status, body };
  }
  return official;
}

const identity = '/identitytoolkit.googleapis.com/v1/accounts:';
const token = '/securetoken.googleapis.com/v1/token';
const ann = { email: 'ann@example.com', password: 'secret1' };

/**
 * Sends the same identity calls, in the same order, to any server without accounts; returns the answers by the name of
 * the call. Values that differ in each run (tokens, ids, instants) are replaced by their kind.
 */
export async function recordIdentityCalls(url: string): Promise<Recorded> {
  const recorded: Recorded = {};
  async function ask(name: string, path: string, body: Body | string, key = '?key=k'): Promise<Body> {
    const isForm = path === token;
    const answer = await fetch(url + path + key, {
      method: 'POST',
      headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
      body: isForm
        ? new URLSearchParams(body as Record<string, string>)
        : typeof body === 'string'
          ? body
          : JSON.stringify(body),
    });
    const value = (await answer.json()) as Body;
    recorded[name] = { status: answer.status, body: masked(value) };
    return value;
  }
  const call = (name: string, method: string, body: Body) => ask(name, identity + method, body);
  const signIn = (name: string, body: Body) =>
    call(name, 'signInWithPassword', { returnSecureToken: true, ...body });
  const signUp = (name: string, body: Body) => call(name, 'signUp', { returnSecureToken: true, ...body });

  const { idToken = null, refreshToken = null } = await signUp('signs up', ann);
  await signUp('signs up twice', ann);
  await signUp('signs up twice, in capitals', { ...ann, email: 'ANN@EXAMPLE.COM' });
  await signUp('signs up with a short password', { email: 'bob@example.com', password: '12345' });
  await signUp('signs up with no e-mail address', { email: 'bob', password: 'secret1' });
  await signUp('signs up without an e-mail', { password: 'secret1' });
  await signUp('signs up without a password', { email: 'bob@example.com' });
  await signUp('signs somebody else up', { email: 'bob@example.com', password: 'secret1' });

  await signIn('signs in', ann);
  await signIn('signs in, in capitals', { ...ann, email: 'Ann@Example.com' });
  await signIn('signs in with a wrong password', { ...ann, password: 'secret2' });
  await signIn('signs in with an unknown e-mail', { ...ann, email: 'cid@example.com' });
  await signIn('signs in with no e-mail address', { ...ann, email: 'ann' });
  await signIn('signs in without an e-mail', { password: 'secret1' });
  await signIn('signs in without a password', { email: ann.email });

  await call('looks up', 'lookup', { idToken });
  await call('looks up without a token', 'lookup', {});
  await call('looks up with a token that is none', 'lookup', { idToken: 'rubbish' });

  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken } as Body;
  await ask('refreshes', token, refresh);
  await ask('refreshes with a token that is none', token, { ...refresh, refresh_token: 'rubbish' });
  await ask('refreshes without a token', token, { grant_type: 'refresh_token' });
  await ask('refreshes without a grant type', token, { refresh_token: String(refreshToken) });
  await ask('refreshes by another grant type', token, { ...refresh, grant_type: 'password' });

  const update = (name: string, body: Body) => call(name, 'update', { returnSecureToken: true, ...body });
  await update('changes the name', { idToken, displayName: 'Ann' });
  await update('changes the password to a short one', { idToken, password: '12345' });
  await update('changes the e-mail to somebody else’s', { idToken, email: 'bob@example.com' });
  await update('changes the e-mail to no address', { idToken, email: 'ann' });
  await update('changes the e-mail', { idToken, email: 'anna@example.com' });
  const renamed = recorded['changes the e-mail']!.status === 200 ? 'anna@example.com' : ann.email;
  const again = await signIn('signs in after that', { email: renamed, password: ann.password });
  await new Promise(done => setTimeout(done, 1100)); // tokens and revocations have whole seconds
  const changed = await update('changes the password', { idToken: again['idToken']!, password: 'secret2' });
  await call('looks up with a token of before', 'lookup', { idToken: again['idToken']! });
  await ask('refreshes with a token of before', token, {
    ...refresh,
    refresh_token: again['refreshToken']!,
  });
  await signIn('signs in with the old password', { email: renamed, password: 'secret1' });
  await signIn('signs in with the new password', { email: renamed, password: 'secret2' });

  const reset = (name: string, body: Body) => call(name, 'sendOobCode', body);
  await reset('asks for a new password', { requestType: 'PASSWORD_RESET', email: renamed });
  await reset('asks for a new password of nobody', {
    requestType: 'PASSWORD_RESET',
    email: 'cid@example.com',
  });
  await reset('asks for a new password of no address', { requestType: 'PASSWORD_RESET', email: 'ann' });
  await reset('asks for a new password without an e-mail', { requestType: 'PASSWORD_RESET' });
  await reset('asks for nothing by mail', { email: renamed });
  await call('resets with a code that is none', 'resetPassword', {
    oobCode: 'rubbish',
    newPassword: 'secret3',
  });
  await call('resets without a code', 'resetPassword', {});

  await call('deletes without a token', 'delete', {});
  await call('deletes', 'delete', { idToken: changed['idToken']! });
  await call('looks up what is deleted', 'lookup', { idToken: changed['idToken']! });
  await ask('refreshes what is deleted', token, { ...refresh, refresh_token: changed['refreshToken']! });
  await signIn('signs in after the deletion', { email: renamed, password: 'secret2' });

  await ask('asks without a key', `${identity}lookup`, { idToken }, '');
  await ask('asks for what there is not', `${identity}nothing`, {});
  await ask('asks in no JSON', `${identity}signUp`, '{');
  return recorded;
}

const kinds: Record<string, string> = {
  idToken: 'a token',
  id_token: 'a token',
  access_token: 'a token',
  refreshToken: 'a refresh token',
  refresh_token: 'a refresh token',
  localId: 'an id',
  user_id: 'an id',
  project_id: 'a project',
  passwordHash: 'a hash',
  salt: 'a salt',
  passwordUpdatedAt: 'an instant',
  validSince: 'an instant',
  createdAt: 'an instant',
  lastLoginAt: 'an instant',
  lastRefreshAt: 'an instant',
};

function masked(value: Json, name = ''): Json {
  if (name in kinds) return `(${kinds[name]}, a ${typeof value})`;
  if (Array.isArray(value)) return value.map(each => masked(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, key)]));
}
