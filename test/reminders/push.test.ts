import '../support/app/noComplaints';
import { signOutRequested } from '../../src/auth/authSlice';
import {
  namesRequested,
  pushRequested,
  selectPush,
  settingsOpened,
} from '../../src/reminders/remindersSlice';
import { ServiceFailure } from '../../src/services/failure';
import { advance, MINUTES_1 } from '../support/app/time';
import { deviceOn, type Page } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import type { FakeBrowser } from '../support/devices/fakeReminders';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

/** A page of a device with the settings open, in a browser that permits notifications once it is asked. */
async function open(browserHas: Partial<FakeBrowser> = {}) {
  const database = fakeDatabase({});
  const device = deviceOn(database);
  const { browser } = device.services;
  Object.assign(browser, { permits: true, ...browserHas });
  const page = await device.open();
  page.dispatch(settingsOpened());
  await advance(50);
  const stored = () => database.lists.devices;
  const act = async (action: Parameters<Page['dispatch']>[0]) => {
    page.dispatch(action);
    await advance(50);
    return selectPush(page.getState());
  };
  return { database, device, browser, page, stored, act };
}
const ON = { phase: 'on', hasNames: false };

test('Switched on, a device writes where it is reached; off takes it away', async () => {
  const { browser, stored, act, page } = await open();
  expect(selectPush(page.getState())).toEqual({ phase: 'off' });
  expect(await act(pushRequested(true))).toEqual(ON);
  const { id } = browser.device!;
  expect(stored()).toEqual({
    [id]: {
      ...{ endpoint: 'https://push.example/key-1', p256dh: 'p', auth: 'a' },
      ...{ zone: 'Europe/Berlin', at: expect.stringContaining('2026-03-10T12:00:00') },
    },
  });
  expect(await act(namesRequested(true))).toEqual({ phase: 'on', hasNames: true });
  expect(stored()).toMatchObject({ [id]: { names: true } });
  expect(await act(pushRequested(false))).toEqual({ phase: 'off' });
  expect([stored(), browser.subscription]).toEqual([{}, null]);
});

test.each([
  ['the zone', { zone: 'Asia/Kathmandu' }, { zone: 'Asia/Kathmandu' }],
  ['the server’s key', { key: 'key-2' }, { endpoint: 'https://push.example/key-2' }],
  [
    'the address',
    { subscription: 'https://other.example/key-1' },
    { endpoint: 'https://other.example/key-1' },
  ],
])('The next start writes it anew when %s has changed', async (_, change, expected) => {
  const { browser, device, page, stored, act } = await open();
  await act(pushRequested(true));
  const { id } = browser.device!;
  page.kill();
  Object.assign(browser, change);
  const next = await device.open();
  await advance(50);
  expect([selectPush(next.getState()), stored()]).toMatchObject([ON, { [id]: expected }]);
});

test('A start without a network leaves it on', async () => {
  const { browser, device, page, act } = await open();
  await act(pushRequested(true));
  page.kill();
  browser.failure = new ServiceFailure('network', 'unreachable');
  const next = await device.open();
  await advance(50);
  expect(selectPush(next.getState())).toEqual(ON);
});

test.each(['denied', 'insecure', 'iphone', 'browser'] as const)('It says why not: %s', async obstacle => {
  const { page } = await open({ obstacle });
  expect(selectPush(page.getState())).toEqual({ phase: 'unable', why: obstacle });
});

test('It says why not: no server that sends, no answer, a question that was closed', async () => {
  const { browser, act } = await open({ key: null });
  expect(await act(pushRequested(true))).toEqual({ phase: 'unable', why: 'unserved' });
  browser.failure = new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
  expect(await act(pushRequested(true))).toEqual({
    phase: 'failed',
    message: 'The server cannot be reached',
  });
  Object.assign(browser, { mayNotify: false, permits: false });
  expect(await act(pushRequested(true))).toEqual({ phase: 'off' });
});

test('Sign out unsubscribes, and takes the device away', async () => {
  const { browser, page, stored, act } = await open();
  await act(pushRequested(true));
  page.dispatch(signOutRequested());
  await advance(MINUTES_1);
  expect([browser.subscription, browser.device, stored()]).toEqual([null, null, {}]);
});
