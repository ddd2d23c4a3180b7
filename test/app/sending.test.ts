import '../support/app/noComplaints';
import { noteAddRequested } from '../../src/notes/notesSlice';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { startApp } from '../support/devices/startApp';
import { advance } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

test('A first change without the tasks is sent at once, also before its sender comes', async () => {
  const services = fakeServices({ userData: userDataOf('anna') });
  const app = startApp(services);
  await advance(0);
  app.dispatch(noteAddRequested({ noteTitle: 'Milk', noteDescription: '' }));
  await advance(100);
  expect(Object.values(services.database.lists.notes)).toMatchObject([{ noteTitle: 'Milk' }]);
  expect(app.unsent()).toBe(0);
});
