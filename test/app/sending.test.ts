import '../support/app/noComplaints';
import { noteAddRequested } from '../../src/notes/notesSlice';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { startApp } from '../support/devices/startApp';

const pass = (milliseconds = 0) => jest.advanceTimersByTimeAsync(milliseconds);
beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

test('The first change on a page that asks for no tasks is sent at once, also before the code that sends is there', async () => {
  const services = fakeServices({ userData: userDataOf('anna') });
  const app = startApp(services);
  await pass();
  app.dispatch(noteAddRequested({ noteTitle: 'Milk', noteDescription: '' }));
  await pass(100);
  expect(Object.values(services.database.lists.notes)).toMatchObject([{ noteTitle: 'Milk' }]);
  expect(app.unsent()).toBe(0);
});
