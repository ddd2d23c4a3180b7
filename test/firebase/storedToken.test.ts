/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { storedToken } from '../../src/firebase/auth/authService';
import { keepAuthUser as keep } from '../support/clients/authStore';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');

beforeEach(() => {
  localStorage.clear();
});

const anna = (stsTokenManager: unknown) => ({ uid: 'anna', stsTokenManager });

test('The user’s token is read while it is valid', () => {
  keep(anna({ accessToken: 'token', expirationTime: NOW + 30_001 }));
  expect(storedToken('anna', NOW)).toBe('token');
});

test.each([
  ['is about to expire', anna({ accessToken: 'token', expirationTime: NOW + 30_000 })],
  ['is another user’s', { ...anna({ accessToken: 'token', expirationTime: NOW + 60_000 }), uid: 'bert' }],
  ['has no time', anna({ accessToken: 'token' })],
  ['is no text', anna({ accessToken: 1, expirationTime: NOW + 60_000 })],
  ['lies elsewhere', { uid: 'anna' }],
  ['is nothing', undefined],
])('One that %s is none', (_why, user) => {
  keep(user);
  expect(storedToken('anna', NOW)).toBeNull();
});

test('Without the SDK’s user there is no token', () => {
  localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{');
  expect(storedToken('anna', NOW)).toBeNull();
  localStorage.clear();
  expect(storedToken('anna', NOW)).toBeNull();
});
