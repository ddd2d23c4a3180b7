import { parts } from '../../src/app/parts/parts';
import { noteSaveRequested } from '../../src/notes/noteKinds';
import { notesRequested } from '../../src/notes/notesSlice';
import { advance } from '../support/app/time';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { startApp } from '../support/devices/startApp';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const note = (noteTitle: string) => ({ noteTitle, noteDescription: 'words' });

async function start() {
  const services = fakeServices({
    userData: userDataOf('anna'),
    notes: { a: note('Milk'), b: note('Bread') },
  });
  services.database.put('looks', 'a', { pinned: true, colour: 'sky' });
  const app = startApp(services);
  await parts.wall.load();
  app.dispatch(notesRequested());
  await advance(0);
  return { app, first: () => services.cache.firstNotes.get('anna') };
}

test('The notes of the first screens are stored once nothing has changed for a second', async () => {
  const { first } = await start();
  expect(first()).toBeNull();
  await advance(2000);
  expect(first()).toMatchObject({ count: 2, hasPins: true, papers: expect.arrayContaining(['sky']) });
  expect(first()!.notes[0]).toEqual({ ...note('Milk'), notesFireId: 'a', colour: 'sky', isPinned: true });
});

test('With a change of a note none are stored until the server has it', async () => {
  const { app, first } = await start();
  await advance(2000);
  app.dispatch(noteSaveRequested({ fireId: 'b', base: note('Bread'), fields: note('Butter') }));
  await advance(0);
  expect(first()).toBeNull();
  await advance(5000);
  expect(first()!.notes.map(({ noteTitle }) => noteTitle)).toContain('Butter');
});
