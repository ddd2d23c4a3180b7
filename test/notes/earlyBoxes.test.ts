import '../support/app/noComplaints';
import { parts } from '../../src/app/parts/parts';
import { selectNote } from '../../src/notes/notesSelectors';
import { advance } from '../support/app/time';
import { deviceOn } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';

const left = () => Object.keys(localStorage).filter(key => key.startsWith('daywall-early/'));

beforeAll(() => parts.wall.load());
beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') });
});
afterEach(() => void jest.useRealTimers());

/** Ends a first frame in which boxes of notes were pressed, before the app was loaded. */
const leaveBoxes = (userId: string, ...boxes: string[]) =>
  localStorage.setItem(
    `daywall-early/${userId}/-1`,
    JSON.stringify([{ userId, page: '-1', form: 'boxes', words: boxes.join('\n') }]),
  );

test.each([['the wall'], ['a page that loads no notes']])(
  'Boxes of notes pressed in a first frame whose page ended are pressed once by %s',
  async where => {
    const notes = { 'k 1': { noteTitle: 'List', noteDescription: '- [ ] a\n- [x] b\n- [ ] c' } };
    const database = fakeDatabase({ notes });
    leaveBoxes('anna', '3/true/k 1', '11/false/k 1', '3/true/gone');
    const page = await deviceOn(database).open(where === 'the wall' ? {} : { lists: ['tasks'] });
    await advance(3000);
    expect(selectNote(page.getState(), 'k 1')!.noteDescription).toBe('- [x] a\n- [ ] b\n- [ ] c');
    expect(database.lists.notes).toMatchObject({
      'k 1': { noteDescription: '- [x] a\n- [ ] b\n- [ ] c' },
    });
    expect(left()).toEqual([]);
  },
);

test('Boxes of another user’s notes are left alone', async () => {
  const notes = { k1: { noteTitle: 'List', noteDescription: '- [ ] a' } };
  const database = fakeDatabase({ notes });
  leaveBoxes('bert', '3/true/k1');
  await deviceOn(database).open();
  await advance(3000);
  expect(database.lists.notes).toEqual(notes);
  expect(left()).toEqual(['daywall-early/bert/-1']);
});
