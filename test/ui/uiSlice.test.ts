import '../support/noComplaints';
import { createStore } from '../../src/app/store';
import { deliveryFailed, operationSettled, storageFailed } from '../../src/sync/operations';
import {
  connectionChanged,
  dayChanged,
  drawerClosed,
  drawerOpened,
  selectHasUpdate,
  selectIsDrawerOpen,
  selectIsOnline,
  selectStorage,
  selectToday,
  updateFound,
} from '../../src/ui/uiSlice';
import { taskDelete } from '../support/operations';

const open = () => createStore().store;

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
  dispatch(deliveryFailed({ kind: 'server' }));
  expect(selectIsOnline(getState())).toBe(true);
  dispatch(deliveryFailed({ kind: 'network' }));
  expect(selectIsOnline(getState())).toBe(false);
  dispatch(operationSettled({ operation: taskDelete('d', 1), result: null }));
  expect(selectIsOnline(getState())).toBe(true);
  dispatch(connectionChanged({ isOnline: false }));
  expect(selectIsOnline(getState())).toBe(false);
});

test('The notices of missing storage and of a newer version stay until the page is left', () => {
  const { dispatch, getState } = open();
  expect([selectStorage(getState()), selectHasUpdate(getState())]).toEqual(['durable', false]);
  dispatch(storageFailed());
  dispatch(updateFound());
  expect([selectStorage(getState()), selectHasUpdate(getState())]).toEqual(['memory', true]);
});
