import '../support/noComplaints';
import { isAction, type UnknownAction } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/rootReducer';
import { operationDelivered, operationKept } from '../../src/sync/operations';
import { settleHeardAdds } from '../../src/tasks/heardAdds';
import { taskRecordsArrived, tasksLoaded } from '../../src/tasks/tasksSlice';
import { fakeServices } from '../support/fakeServices';
import { taskAdd, taskRecord } from '../support/operations';

/** An add that was sent and whose answer nobody noted, and then what the live list says. */
async function hear(...news: (Record<string, ReturnType<typeof taskRecord>> | UnknownAction)[]) {
  const services = fakeServices();
  const { id, lane, kind, payload } = taskAdd('a', 7);
  await services.outbox.append('anna', { id, lane, kind, payload });
  const [add] = await services.outbox.open('anna');
  const state = [operationKept(add!), tasksLoaded({})].reduce(rootReducer, undefined as never);
  const saga = expectSaga(settleHeardAdds, services).withReducer(rootReducer, state);
  news.forEach(one => saga.dispatch(isAction(one) ? one : taskRecordsArrived(one)));
  await saga.silentRun(50);
  return (await services.outbox.open('anna')).length;
}

test('A record with the add’s number and words is its answer', async () => {
  expect(await hear({ k9: taskRecord(7) })).toBe(0);
});

test('It stays the answer when another device changes it at once', async () => {
  expect(await hear({ k9: taskRecord(7) }, { k9: taskRecord(7, { taskName: 'Changed' }) })).toBe(0);
});

test('A record with other words is another task, and the add goes on waiting', async () => {
  expect(await hear({ k9: taskRecord(7, { taskName: 'Other' }) })).toBe(1);
});

test('Whose answer has come is left to what sent it', async () => {
  expect(await hear(operationDelivered({ operationId: 'a' }), { k9: taskRecord(7) })).toBe(1);
});
