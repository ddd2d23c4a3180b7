import '../support/app/noComplaints';
import { loginRequested, selectUser } from '../../src/auth/authSlice';
import type { Records } from '../../src/services/database';
import { selectFirstPath } from '../../src/settings/settingsSelectors';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { startApp } from '../support/devices/startApp';
import { advance } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

/** Signs in on a new device; `firsts` has the first page at each action while a user is signed in. */
async function signIn(
  settings: Records,
  prepare: (services: ReturnType<typeof fakeServices>) => void = () => {},
) {
  const services = fakeServices();
  for (const [name, value] of Object.entries(settings)) services.database.put('settings', name, value);
  prepare(services);
  const app = startApp(services);
  const firsts: string[] = [];
  app.subscribe(() => selectUser(app.getState()) && firsts.push(selectFirstPath(app.getState())));
  await advance(0);
  app.dispatch(loginRequested({ email: 'anna@example.org', password: 'open sesame' }));
  await advance(0);
  return { app, services, firsts };
}

test('A sign-in on a new device knows the first page as soon as it is signed in', async () => {
  const { firsts, services } = await signIn({ firstPage: 'day' });
  expect(firsts[0]).toBe('/day');
  await advance(5000);
  expect(services.cache.readSettings('anna')).toEqual({ firstPage: 'day' });
});

test('A sign-in waits no longer than a second for settings that do not come', async () => {
  const { app, firsts } = await signIn({ firstPage: 'day' }, ({ database }) => void database.delayReads());
  await advance(999);
  expect(selectUser(app.getState())).toBeNull();
  await advance(1);
  expect(selectUser(app.getState())?.id).toBe('anna');
  expect(firsts[0]).toBe('/tasks/today');
});

test('A start with a stored session has this device’s copy in its first state', async () => {
  const services = fakeServices({ userData: userDataOf('anna') });
  services.database.put('settings', 'firstPage', 'work');
  services.cache.writeSettings('anna', { theme: 'dark', firstPage: 'work' });
  const app = startApp(services);
  const firsts: string[] = [];
  app.subscribe(() => selectUser(app.getState()) && firsts.push(selectFirstPath(app.getState())));
  expect(selectFirstPath(app.getState())).toBe('/tasks/work');
  await advance(0);
  expect(new Set(firsts)).toEqual(new Set(['/tasks/work']));
});
