import '../support/app/noComplaints';
import { ServiceFailure } from '../../src/services/failure';
import { taskDeleteRequested, taskSaveRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { tasksRequested } from '../../src/tasks/tasksSlice';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { taskFields, taskRecord } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { fakeTime } from '../support/app/time';

fakeTime();

const MINUTE_MS = 60_000;
const conflict = () => Promise.reject(new ServiceFailure('conflict', 'conflict'));
const refused = () => Promise.reject(new ServiceFailure('refused', 'PERMISSION_DENIED', 'Permission denied'));

/** A device with one task whose conditional writes the server always refuses. */
async function open(isChanging: boolean) {
  const services = fakeServices({
    userData: userDataOf('anna', 20 * 86_400_000),
    tasks: { k1: taskRecord(1) },
  });
  const { database } = services;
  let reads = 0;
  const readRecord = database.readRecord;
  Object.assign(database, {
    saveTask: conflict,
    apply: refused,
    async readRecord(...given: Parameters<typeof readRecord>) {
      reads++;
      const read = await readRecord(...given);
      if (!isChanging) return read;
      const record = { ...(read.record as object), taskDescription: `Edit ${reads}` };
      return { record, etag: `${read.etag}-${reads}` };
    },
  });
  const app = startApp(services);
  app.dispatch(tasksRequested());
  await jest.advanceTimersByTimeAsync(0);
  /** Counts the reads of the record in the next milliseconds. */
  const readsIn = async (milliseconds: number) => {
    const before = reads;
    await jest.advanceTimersByTimeAsync(milliseconds);
    return reads - before;
  };
  return { app, readsIn, task: selectTask(app.getState(), 1)! };
}

const edit = ({ app, task }: Awaited<ReturnType<typeof open>>) =>
  app.dispatch(taskSaveRequested(task, taskFields(), taskFields({ taskName: 'Edited' })));
const remove = ({ app, task }: Awaited<ReturnType<typeof open>>) => app.dispatch(taskDeleteRequested(task));

describe.each([
  ['An edit', edit],
  ['A deletion', remove],
])('%s whose condition is refused again and again', (_what, request) => {
  test('is repeated at once only the first time, and ever more rarely after that', async () => {
    const device = await open(true);
    request(device);
    expect(await device.readsIn(100)).toBe(2);
    expect(await device.readsIn(5900)).toBe(4);
    // An attempt makes seven reads, and a back-off of up to a minute allows twenty-one attempts.
    expect(await device.readsIn(10 * MINUTE_MS)).toBeLessThanOrEqual(7 * 21);
    expect(device.app.unsent()).toBe(1);
  });
});

test('An edit that meets a conflict though nothing changed waits, and sending slows', async () => {
  const device = await open(false);
  edit(device);
  expect(await device.readsIn(6400)).toBe(7);
  expect(device.app.getState().queue.paused?.kind).toBe('conflict');
  expect(await device.readsIn(10 * MINUTE_MS)).toBeLessThanOrEqual(7 * 21);
  expect(device.app.unsent()).toBe(1);
});

test('A deletion refused twice though nothing changed is blocked with the reason', async () => {
  const device = await open(false);
  remove(device);
  expect(await device.readsIn(MINUTE_MS)).toBe(2);
  expect(selectTaskSync(device.app.getState(), 1)).toMatchObject({
    type: 'blocked',
    reason: 'Permission denied',
  });
});
