import { createUserWithEmailAndPassword, reload, updateProfile } from 'firebase/auth';
import { ClassicLevel } from 'classic-level';
import { askControl } from '../../../server/storage/control';
import { openClient } from '../../support/clients/authClient';
import { call, signUp } from '../../support/clients/identity';
import { startHere, type ServerHere } from '../../support/server/serverHere';

let server: ServerHere;
let url: string;
let fault: Error | null = null;
const { batch } = ClassicLevel.prototype;

beforeAll(async () => {
  server = await startHere();
  ({ url } = server);
  jest.spyOn(ClassicLevel.prototype, 'batch').mockImplementation(function (
    this: ClassicLevel,
    ...args: unknown[]
  ) {
    return fault ? Promise.reject(fault) : Reflect.apply(batch, this, args);
  } as never);
});
afterEach(() => (fault = null));
afterAll(() => server.stop());

const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

it('answers plain text, not JSON, when the disk refuses, and makes no account', async () => {
  fault = full();
  const body = JSON.stringify({ email: 'ann@example.com', password: 'secret1' });
  const answer = await fetch(`${url}/v1/accounts:signUp?key=k`, { method: 'POST', body });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toBe('Service unavailable');
  fault = null;
  await expect(signUp(url, 'ann@example.com')).resolves.toBeDefined();
});

it('keeps the user signed in through such a fault', async () => {
  const client = await openClient(url);
  const { user } = await createUserWithEmailAndPassword(client.auth, 'bob@example.com', 'secret1');
  fault = full();
  await expect(updateProfile(user, { displayName: 'Bob' })).rejects.toMatchObject({
    code: 'auth/network-request-failed',
  });
  expect(client.auth.currentUser).toBe(user);
  fault = null;
  await reload(user);
  expect(user.displayName).toBeNull();
  await client.close();
});

it('lets the account change again once the disk is well', async () => {
  const { idToken } = await signUp(url, 'eve@example.com');
  fault = full();
  const change = () => call(url, 'accounts:update', { idToken, displayName: 'Eve' });
  await expect(change()).rejects.toThrow();
  fault = null;
  expect((await change()).status).toBe(200);
});

it('calls no link bad because the disk refuses', async () => {
  await signUp(url, 'kim@example.com');
  const link = String(await askControl(server.dataDir, 'users reset', 'kim@example.com')).split('\n')[1]!;
  const oobCode = new URL(link).searchParams.get('oobCode')!;
  const body = new URLSearchParams({ mode: 'resetPassword', oobCode, newPassword: 'secret2' });
  const submit = () => fetch(`${url}/__/auth/action`, { method: 'POST', body });
  fault = full();
  expect((await submit()).status).toBe(503);
  fault = null;
  expect((await submit()).status).toBe(200);
});
