/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import { redoRequested, selectEntries, undoRequested } from '../../src/history/historySlice';
import { signOutRequested } from '../../src/auth/authSlice';
import type { Records } from '../../src/services/database';
import { guideChange, settingsChange } from '../../src/settings/settingsChange';
import type { SettingChanges } from '../../src/settings/settings';
import { selectFirstPath } from '../../src/settings/settingsSelectors';
import { selectFirstDayOfWeek } from '../../src/settings/weekSelectors';
import {
  selectConfirmedSettingsId,
  selectSettings,
  selectSettingsSync,
} from '../../src/settings/settingsSlice';
import { requestChange } from '../../src/sync/operations';
import { discardRequested, selectKeptCount } from '../../src/sync/queue/queueSlice';
import { openTwoDevices, type Page } from '../support/devices/devices';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const settingsOf = (page: Page) => selectSettings(page.getState());
const set = (page: Page, changes: SettingChanges) =>
  page.dispatch(requestChange(settingsChange(settingsOf(page), changes))).payload.id;

/** Two devices of one user with open pages. */
async function twoDevices(settings: Records = {}) {
  const { pageOfA: first, pageOfB: second, ...devices } = await openTwoDevices({ settings });
  return { ...devices, first, second };
}

test('A setting holds at once, is stored by its name, and reaches another device live', async () => {
  const { database, first, second } = await twoDevices();
  const id = set(first, { theme: 'dark' });
  expect(settingsOf(first)).toEqual({ theme: 'dark' });
  await advance(100);
  expect(database.lists.settings).toEqual({ theme: 'dark' });
  expect(settingsOf(second)).toEqual({ theme: 'dark' });
  expect(selectConfirmedSettingsId(first.getState())).toBe(id);
  expect(selectSettingsSync(first.getState()).type).toBe('saved');
});

test('Different settings that two devices change at once both stand', async () => {
  const { database, a, b, first, second } = await twoDevices({ textSize: 'small' });
  a.goOffline();
  b.goOffline();
  set(first, { theme: 'dark' });
  set(second, { firstPage: 'day', textSize: null });
  await advance(100);
  a.goOnline();
  await b.reconnect();
  expect(database.lists.settings).toEqual({ theme: 'dark', firstPage: 'day' });
  expect(settingsOf(first)).toEqual({ theme: 'dark', firstPage: 'day' });
  expect(settingsOf(second)).toEqual(settingsOf(first));
  expect([first.unsent(), second.unsent()]).toEqual([0, 0]);
});

test('Of one setting changed on two devices at once the last to arrive stands', async () => {
  const { database, a, first, second } = await twoDevices();
  a.before('apply', () => database.put('settings', 'theme', 'light'));
  set(first, { theme: 'dark' });
  await advance(MINUTES_10);
  expect([database.lists.settings, settingsOf(first), settingsOf(second)]).toEqual([
    { theme: 'dark' },
    { theme: 'dark' },
    { theme: 'dark' },
  ]);
  a.after('apply', () => database.put('settings', 'theme', 'light'));
  set(first, { theme: null });
  await advance(MINUTES_10);
  expect([database.lists.settings, settingsOf(first), settingsOf(second)]).toEqual([
    { theme: 'light' },
    { theme: 'light' },
    { theme: 'light' },
  ]);
});

test('A change whose answer was lost is not made again over another device’s', async () => {
  const { database, a, first, second } = await twoDevices();
  a.loseAnswer('apply');
  set(first, { theme: 'dark' });
  await advance(100);
  set(second, { theme: 'light' });
  await advance(MINUTES_10);
  expect(database.lists.settings).toEqual({ theme: 'light' });
  expect([settingsOf(first), settingsOf(second)]).toEqual([{ theme: 'light' }, { theme: 'light' }]);
});

test('Offline, settings hold over a reload and are sent when the network is back', async () => {
  const { database, a } = await twoDevices();
  a.goOffline();
  const offline = await a.open();
  set(offline, { theme: 'dark' });
  set(offline, { firstPage: 'work', theme: 'light' });
  await advance(100);
  offline.kill();
  const again = await a.open();
  expect(settingsOf(again)).toEqual({ theme: 'light', firstPage: 'work' }); // already in the first state
  await advance(MINUTES_10);
  expect(settingsOf(again)).toEqual({ theme: 'light', firstPage: 'work' });
  await a.reconnect();
  expect(database.lists.settings).toEqual({ theme: 'light', firstPage: 'work' });
  expect(again.unsent()).toBe(0);
});

test('What is stored is shown from the first state on; unknown settings are ignored', async () => {
  const { a, first } = await twoDevices({
    theme: 'blue',
    sound: 'loud',
    firstPage: 'day',
    firstDayOfWeek: 6,
  });
  expect(settingsOf(first)).toEqual({ firstPage: 'day', firstDayOfWeek: 6 });
  first.kill();
  a.goOffline();
  const again = await a.open();
  expect(selectFirstPath(again.getState())).toBe('/day');
  expect(selectFirstDayOfWeek(again.getState())).toBe(6);
});

test('A setting can be undone, and chosen again', async () => {
  const { database, first } = await twoDevices({ theme: 'light' });
  set(first, { theme: 'dark' });
  await advance(100);
  await first.send(undoRequested());
  expect([settingsOf(first), database.lists.settings]).toEqual([{ theme: 'light' }, { theme: 'light' }]);
  await first.send(redoRequested());
  expect([settingsOf(first), database.lists.settings]).toEqual([{ theme: 'dark' }, { theme: 'dark' }]);
});

test('A refused change is told; the next choice goes with it, Discard removes it', async () => {
  const { database, first } = await twoDevices({ theme: 'light' });
  database.fail({ at: 'before', kind: 'refused' });
  set(first, { theme: 'dark' });
  await advance(100);
  expect(selectSettingsSync(first.getState())).toMatchObject({ type: 'blocked', reason: 'No apply' });
  expect(settingsOf(first)).toEqual({ theme: 'dark' });
  database.fail({ at: 'before', kind: 'refused' });
  set(first, { firstPage: 'day' });
  await advance(100);
  expect(settingsOf(first)).toEqual({ theme: 'dark', firstPage: 'day' });
  await first.send(discardRequested({ itemKey: 'settings' }));
  expect([settingsOf(first), database.lists.settings, first.unsent()]).toEqual([
    { theme: 'light' },
    { theme: 'light' },
    0,
  ]);
});

test('After a sign-out no setting is left, in the store or on the device', async () => {
  const { a, first } = await twoDevices({ theme: 'dark' });
  expect(a.services.cache.readSettings('anna')).toEqual({ theme: 'dark' });
  first.dispatch(signOutRequested());
  await advance(100);
  expect(settingsOf(first)).toEqual({});
  expect(a.services.cache.readSettings('anna')).toBeNull();
});

test('The guide’s progress reaches the other device, and is no change of the person’s', async () => {
  const { database, a, first, second } = await twoDevices();
  a.goOffline();
  first.dispatch(requestChange(guideChange(settingsOf(first), 'over'), { role: 'silent' }));
  await advance(100);
  expect(settingsOf(first)).toEqual({ guide: 'over' });
  expect(selectKeptCount(first.getState())).toBe(0);
  set(first, { theme: 'dark' });
  await advance(100);
  expect(selectKeptCount(first.getState())).toBe(1);
  await a.reconnect();
  expect(database.lists.settings).toEqual({ guide: 'over', theme: 'dark' });
  expect(settingsOf(second)).toEqual({ guide: 'over', theme: 'dark' });
  expect(selectEntries(first.getState())).toHaveLength(1);
  expect(first.unsent()).toBe(0);
});
