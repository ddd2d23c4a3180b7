import '../support/app/noComplaints';
import { isAction, type UnknownAction } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/store/rootReducer';
import { operationConfirmed, operationKept } from '../../src/sync/operations';
import { confirmListedAdds } from '../../src/tasks/wire/tasksSagas';
import { taskRecordsArrived, tasksLoaded } from '../../src/tasks/tasksSlice';
import { fakeServices } from '../support/devices/fakeServices';
import { taskAdd, taskRecord } from '../support/app/operations';

/** Sends an add without noting its answer, then applies these live events; returns the result. */
async function afterLiveEvents(...news: (Record<string, ReturnType<typeof taskRecord>> | UnknownAction)[]) {
  const services = fakeServices();
  await services.queue.append(taskAdd('a', 7));
  const [add] = await services.queue.all('anna');
  const state = [operationKept(add!), tasksLoaded({})].reduce(rootReducer, undefined as never);
  const saga = expectSaga(confirmListedAdds, services, 'anna').withReducer(rootReducer, state);
  news.forEach(event => saga.dispatch(isAction(event) ? event : taskRecordsArrived(event)));
  await saga.silentRun(50);
  return (await services.queue.all('anna')).length;
}

test('A record with the add’s number and words is its answer', async () => {
  expect(await afterLiveEvents({ k9: taskRecord(7) })).toBe(0);
});

test('It stays the answer when another device changes it at once', async () => {
  expect(await afterLiveEvents({ k9: taskRecord(7) }, { k9: taskRecord(7, { taskName: 'Changed' }) })).toBe(
    0,
  );
});

test('A record with other words is another task, and the add goes on waiting', async () => {
  expect(await afterLiveEvents({ k9: taskRecord(7, { taskName: 'Other' }) })).toBe(1);
});

test('Whose answer has come is left to what sent it', async () => {
  const answered = operationConfirmed({ operation: taskAdd('a', 7) });
  expect(await afterLiveEvents(answered, { k9: taskRecord(7) })).toBe(1);
});
