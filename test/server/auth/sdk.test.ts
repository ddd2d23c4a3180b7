import {
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  getIdTokenResult,
  reauthenticateWithCredential,
  reload,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
  updateEmail,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { askControl } from '../../../server/storage/control';
import { openClient, type Client } from '../../support/clients/authClient';
import { startHere, type ServerHere } from '../../support/server/serverHere';

const minute = 60_000;
const hour = 60 * minute;

let server: ServerHere;
let client: Client;
let other: Client;
let people = 0;
let email: string;

beforeAll(async () => (server = await startHere()));
afterAll(() => server.stop());
beforeEach(async () => {
  client = await openClient(server.url);
  other = await openClient(server.url);
  email = `person${++people}@example.com`;
});
afterEach(async () => {
  await client.close();
  await other.close();
});

const register = () => createUserWithEmailAndPassword(client.auth, email, 'secret1');
const logIn = (password = 'secret1', { auth }: Client = client) =>
  signInWithEmailAndPassword(auth, email, password);
const code = (name: string) => expect.objectContaining({ code: `auth/${name}` });

it('signs a new user in, and an old one', async () => {
  const { user } = await register();
  expect(client.auth.currentUser?.uid).toBe(user.uid);
  expect(user.refreshToken).toEqual(expect.any(String));
  expect(user.metadata.creationTime).toEqual(expect.any(String));
  await signOut(client.auth);
  await expect(logIn()).resolves.toMatchObject({ user: { uid: user.uid, email } });
});

it('tells the app why it refuses', async () => {
  await register();
  await expect(register()).rejects.toEqual(code('email-already-in-use'));
  await expect(logIn('wrong-1')).rejects.toEqual(code('invalid-credential'));
  email = 'unknown@example.com';
  await expect(logIn()).rejects.toEqual(code('invalid-credential'));
  await expect(createUserWithEmailAndPassword(client.auth, email, '12345')).rejects.toEqual(
    code('weak-password'),
  );
  await expect(createUserWithEmailAndPassword(client.auth, 'x', 'secret1')).rejects.toEqual(
    code('invalid-email'),
  );
  await expect(signInAnonymously(client.auth)).rejects.toEqual(code('admin-restricted-operation'));
  expect((await validatePassword(client.auth, '12345')).isValid).toBe(false);
  expect((await validatePassword(client.auth, '123456')).isValid).toBe(true);
});

it('refreshes an ID token that has ended, and keeps the time of the sign-in', async () => {
  const { user } = await register();
  const first = await getIdTokenResult(user);
  await server.advance(hour + minute);
  const second = await getIdTokenResult(user, true);
  expect(second.token).not.toBe(first.token);
  expect(second.authTime).toBe(first.authTime);
  await expect(reload(user)).resolves.toBeUndefined();
});

it('refuses an ID token an hour later', async () => {
  const { user } = await register();
  const stale = await user.getIdToken();
  await server.advance(hour);
  const body = JSON.stringify({ idToken: stale });
  const answer = await fetch(`${server.url}/v1/accounts:lookup?key=k`, { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ error: { message: 'TOKEN_EXPIRED' } });
});

it('keeps a name and a picture, and takes them away again', async () => {
  const { user } = await register();
  await updateProfile(user, { displayName: 'Ann', photoURL: 'https://example.com/ann.png' });
  await logIn('secret1', other);
  expect(other.auth.currentUser).toMatchObject({
    displayName: 'Ann',
    photoURL: 'https://example.com/ann.png',
  });
  expect((await getIdTokenResult(other.auth.currentUser!)).claims).toMatchObject({ name: 'Ann' });
  await updateProfile(user, { displayName: null, photoURL: null });
  await reload(other.auth.currentUser!);
  expect(other.auth.currentUser).toMatchObject({ displayName: null, photoURL: null });
});

it('changes the e-mail here and ends the sessions elsewhere', async () => {
  const { user } = await register();
  await logIn('secret1', other);
  const old = email;
  await updateEmail(user, `new-${old}`);
  expect(user.email).toBe(`new-${old}`);
  await expect(user.getIdToken(true)).resolves.toEqual(expect.any(String));
  await expect(other.auth.currentUser!.getIdToken(true)).rejects.toEqual(code('user-token-expired'));
  expect(other.auth.currentUser).toBeNull();
  await expect(logIn()).rejects.toEqual(code('invalid-credential'));
  email = `new-${old}`;
  await expect(logIn()).resolves.toMatchObject({ user: { uid: user.uid } });
});

it('changes the password here and ends the sessions elsewhere', async () => {
  const { user } = await register();
  await logIn('secret1', other);
  await updatePassword(user, 'secret2');
  await expect(reload(user)).resolves.toBeUndefined();
  await expect(reload(other.auth.currentUser!)).rejects.toEqual(code('user-token-expired'));
  await expect(logIn('secret1')).rejects.toEqual(code('invalid-credential'));
  await expect(logIn('secret2')).resolves.toBeDefined();
});

it('wants a recent sign-in before it changes or deletes an account', async () => {
  const { user } = await register();
  await server.advance(6 * minute);
  await user.getIdToken(true);
  await expect(updatePassword(user, 'secret2')).rejects.toEqual(code('requires-recent-login'));
  await expect(updateEmail(user, `new-${email}`)).rejects.toEqual(code('requires-recent-login'));
  await expect(deleteUser(user)).rejects.toEqual(code('requires-recent-login'));
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, 'secret1'));
  await expect(updatePassword(user, 'secret2')).resolves.toBeUndefined();
});

it('deletes an account, which signs it out everywhere and frees the e-mail', async () => {
  const { user } = await register();
  await logIn('secret1', other);
  await deleteUser(user);
  await expect(reload(other.auth.currentUser!)).rejects.toEqual(code('user-token-expired'));
  await expect(logIn()).rejects.toEqual(code('invalid-credential'));
  await expect(register()).resolves.not.toMatchObject({ user: { uid: user.uid } });
});

it('resets a password with the operator’s link, once', async () => {
  const { user } = await register();
  await sendPasswordResetEmail(client.auth, email);
  const printed = String(await askControl(server.dataDir, 'users reset', email));
  const oobCode = new URL(printed.split('\n')[1]!).searchParams.get('oobCode')!;
  await expect(verifyPasswordResetCode(other.auth, oobCode)).resolves.toBe(email);
  await expect(confirmPasswordReset(other.auth, oobCode, '12345')).rejects.toEqual(code('weak-password'));
  await confirmPasswordReset(other.auth, oobCode, 'secret2');
  await expect(user.getIdToken(true)).rejects.toEqual(code('user-token-expired'));
  await expect(logIn('secret2')).resolves.toBeDefined();
  await expect(confirmPasswordReset(other.auth, oobCode, 'secret3')).rejects.toEqual(
    code('invalid-action-code'),
  );
});

it('does not take a reset link after an hour', async () => {
  await register();
  const printed = String(await askControl(server.dataDir, 'users reset', email));
  const oobCode = new URL(printed.split('\n')[1]!).searchParams.get('oobCode')!;
  await server.advance(hour);
  await expect(confirmPasswordReset(client.auth, oobCode, 'secret2')).rejects.toEqual(
    code('expired-action-code'),
  );
});

it('does not tell by a reset whether an address has an account', async () => {
  await expect(sendPasswordResetEmail(client.auth, 'unknown@example.com')).resolves.toBeUndefined();
});

it('signs a disabled user out, and lets nobody in until the account is enabled', async () => {
  const { user } = await register();
  await logIn('secret1', other);
  await askControl(server.dataDir, 'users disable', email);
  await expect(reload(user)).rejects.toEqual(code('user-disabled'));
  await expect(other.auth.currentUser!.getIdToken(true)).rejects.toEqual(code('user-disabled'));
  expect(other.auth.currentUser).toBeNull();
  await expect(logIn()).rejects.toEqual(code('user-disabled'));
  await expect(logIn('wrong-1')).rejects.toEqual(code('invalid-credential'));
  await askControl(server.dataDir, 'users enable', email);
  await expect(logIn()).resolves.toMatchObject({ user: { uid: user.uid } });
});

it('signs a user out everywhere at the operator’s word; old tokens stay worthless', async () => {
  const { user } = await register();
  const before = user.refreshToken;
  await askControl(server.dataDir, 'users sign-out', email);
  await expect(user.getIdToken(true)).rejects.toEqual(code('user-token-expired'));
  await logIn();
  const body = JSON.stringify({ grant_type: 'refresh_token', refresh_token: before });
  const answer = await fetch(`${server.url}/v1/token?key=k`, { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ error: { message: 'TOKEN_EXPIRED' } });
});

describe('with e-mail enumeration protection off', () => {
  it('says which of the two was wrong', async () => {
    const open = await startHere({ env: { EMAIL_ENUMERATION_PROTECTION: 'off' } });
    const client = await openClient(open.url);
    await expect(logIn('secret1', client)).rejects.toEqual(code('user-not-found'));
    await createUserWithEmailAndPassword(client.auth, email, 'secret1');
    await expect(logIn('wrong-1', client)).rejects.toEqual(code('wrong-password'));
    await expect(sendPasswordResetEmail(client.auth, 'unknown@example.com')).rejects.toEqual(
      code('user-not-found'),
    );
    await client.close();
    await open.stop();
  });
});

describe('with sign-up closed', () => {
  it('refuses new accounts', async () => {
    const closed = await startHere({ env: { SIGN_UP: 'closed' } });
    const client = await openClient(closed.url);
    await expect(createUserWithEmailAndPassword(client.auth, email, 'secret1')).rejects.toEqual(
      code('admin-restricted-operation'),
    );
    await client.close();
    await closed.stop();
  });
});
