import '../../support/app/noComplaints';
import { taskDeleteRequested } from '../../../src/tasks/taskActions';
import { selectTask } from '../../../src/tasks/tasksSelectors';
import { deviceOn } from '../../support/devices/devices';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import { taskRecord } from '../../support/app/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);

/** A device that deletes a task, and what it still has of that when it lets its mark go. */
async function deleted(isRefused: boolean) {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
  const device = deviceOn(database);
  const released: { id: string; isKept: boolean }[] = [];
  database.releaseMarks = id =>
    void released.push({ id, isKept: device.kept().some(operation => operation.id === id) });
  const page = await device.open();
  if (isRefused) database.fail(...[1, 2].map(() => ({ at: 'before', kind: 'refused' }) as const));
  const { payload } = page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
  await calm();
  return { released, id: payload.id, kept: device.kept().map(({ id }) => id) };
}

test('The mark of an operation goes once the device has forgotten it: else a crash would send it again', async () => {
  const { released, id, kept } = await deleted(false);
  expect([released, kept]).toEqual([[{ id, isKept: false }], []]);
});

test('The marks of a blocked operation stay: it may be sent again', async () => {
  const { released, id, kept } = await deleted(true);
  expect([released, kept]).toEqual([[], [id]]);
});
