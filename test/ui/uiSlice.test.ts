import '../support/app/noComplaints';
import { createStore } from '../../src/app/store';
import { operationConfirmed } from '../../src/sync/operations';
import { selectStorage, sendingPaused, storageFailed } from '../../src/sync/queue/queueSlice';
import {
  connectionChanged,
  dayChanged,
  drawerClosed,
  drawerOpened,
  selectHasUpdate,
  selectIsDrawerOpen,
  selectIsOnline,
  selectToday,
  updateFound,
} from '../../src/ui/uiSlice';
import { taskDelete } from '../support/app/operations';

const open = () => createStore().store;
const pause = { until: '2026-03-10T12:00:00.000Z', message: 'It did not work', failures: 1, failed: [] };

test('Today is a day of the state, and the drawer opens and closes', () => {
  const { dispatch, getState } = open();
  dispatch(dayChanged('2026-03-10'));
  expect(selectToday(getState())).toBe('2026-03-10');
  dispatch(drawerOpened());
  expect(selectIsDrawerOpen(getState())).toBe(true);
  dispatch(drawerClosed());
  expect(selectIsDrawerOpen(getState())).toBe(false);
});

test('An answered request counts as online, whatever the browser reports', () => {
  const { dispatch, getState } = open();
  dispatch(connectionChanged({ isOnline: true }));
  dispatch(sendingPaused({ ...pause, kind: 'server' }));
  expect(selectIsOnline(getState())).toBe(true);
  dispatch(sendingPaused({ ...pause, kind: 'network' }));
  expect(selectIsOnline(getState())).toBe(false);
  dispatch(operationConfirmed({ operation: taskDelete('d', 1), confirmation: { isLocal: true } }));
  expect(selectIsOnline(getState())).toBe(false);
  dispatch(operationConfirmed({ operation: taskDelete('d', 1) }));
  expect(selectIsOnline(getState())).toBe(true);
  dispatch(connectionChanged({ isOnline: false }));
  expect(selectIsOnline(getState())).toBe(false);
});

test('Notices of missing storage and a newer version stay until the page is left', () => {
  const { dispatch, getState } = open();
  expect([selectStorage(getState()), selectHasUpdate(getState())]).toEqual(['device', false]);
  dispatch(storageFailed());
  dispatch(updateFound());
  expect([selectStorage(getState()), selectHasUpdate(getState())]).toEqual(['memory', true]);
});
