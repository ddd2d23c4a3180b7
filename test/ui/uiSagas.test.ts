import '../support/app/noComplaints';
import { expectSaga } from 'redux-saga-test-plan';
import { followConnection, followUpdates, POINTED_OUT_MS } from '../../src/ui/uiSagas';
import {
  connectionChanged,
  rowPointedOut,
  selectPointedOut,
  selectToday,
  updateFound,
  updateChosen,
} from '../../src/ui/uiSlice';
import { fakeConnection, fakeServices } from '../support/devices/fakeServices';
import { startApp } from '../support/devices/startApp';
import { advance } from '../support/app/time';

test('followDay follows a clock that was set back', async () => {
  jest.useFakeTimers({ now: new Date('2026-03-10T12:00:00') }); // no zone: local time
  const services = fakeServices();
  const { getState } = startApp(services);
  jest.setSystemTime(new Date('2026-03-09T12:00:00'));
  services.clock.wake();
  await advance(0);
  expect(selectToday(getState())).toBe('2026-03-09');
  jest.useRealTimers();
});

test('A row is pointed out for a moment, counted from the last one that was', async () => {
  jest.useFakeTimers();
  const { dispatch, getState } = startApp(fakeServices());
  dispatch(rowPointedOut({ taskId: 1 }));
  await advance(POINTED_OUT_MS - 1);
  dispatch(rowPointedOut({ taskId: 2 }));
  await advance(POINTED_OUT_MS - 1);
  expect(selectPointedOut(getState())).toEqual({ taskId: 2, number: 2 });
  await advance(1);
  expect(selectPointedOut(getState())).toEqual({ taskId: null, number: 2 });
  jest.useRealTimers();
});

test('followConnection keeps what the browser says, from the beginning', async () => {
  const connection = fakeConnection();
  connection.set(false);
  const saga = expectSaga(followConnection, { connection })
    .put(connectionChanged({ isOnline: false }))
    .put(connectionChanged({ isOnline: true }));
  const run = saga.silentRun(20);
  connection.set(true);
  await run;
});

test('A reload is made when it is asked for, also where no newer version was announced', async () => {
  const { updates } = fakeServices();
  const run = expectSaga(followUpdates, { updates }).dispatch(updateChosen()).silentRun(20);
  await run;
  expect(updates.apply).toHaveBeenCalledTimes(1);
});

test('A newer version is announced, and used only when the person says so', async () => {
  const { updates } = fakeServices();
  const saga = expectSaga(followUpdates, { updates }).put(updateFound());
  const run = saga.silentRun(20);
  expect(updates.start).toHaveBeenCalledTimes(1);
  updates.find();
  expect(updates.apply).not.toHaveBeenCalled();
  saga.dispatch(updateChosen());
  await run;
  expect(updates.apply).toHaveBeenCalledTimes(1);
});
