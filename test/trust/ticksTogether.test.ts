import '../support/app/noComplaints';
import { withTick } from '../../src/lib/text/subtasks';
import { noteSaveRequested } from '../../src/notes/noteKinds';
import { fieldsOf } from '../../src/notes/note';
import { selectNote, selectNoteSync } from '../../src/notes/notesSelectors';
import { openTwoDevices, type Page } from '../support/devices/devices';
import { noteFields } from '../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';

fakeTime();

const boxes = '- [ ] Milk\n- [ ] Bread\n- [ ] Eggs';
const ticked = '- [x] Milk\n- [ ] Bread\n- [x] Eggs';

/** Ticks the box before a word in the note as this page shows it. */
function tick(page: Page, word: string) {
  const base = fieldsOf(selectNote(page.getState(), 'n1')!);
  const at = base.noteDescription.indexOf(word) - 3;
  const noteDescription = withTick(base.noteDescription, at, true);
  page.dispatch(noteSaveRequested({ fireId: 'n1', base, fields: { ...base, noteDescription } }));
}

async function twoDevices() {
  const { database, a, b, pageOfA, pageOfB } = await openTwoDevices({
    notes: { n1: noteFields('List', boxes) },
  });
  const expectBoth = () => {
    expect(database.lists.notes).toEqual({ n1: noteFields('List', ticked) });
    for (const page of [pageOfA, pageOfB]) {
      expect(selectNote(page.getState(), 'n1')).toMatchObject({ noteDescription: ticked });
      expect(selectNoteSync(page.getState(), 'n1').type).toBe('saved');
    }
  };
  return { database, a, b, pageOfA, pageOfB, expectBoth };
}

test('Of two devices that tick different boxes, both ticks stay', async () => {
  const { database, b, pageOfA, pageOfB } = await twoDevices();
  b.stopLiveEvents();
  tick(pageOfA, 'Milk');
  await jest.advanceTimersByTimeAsync(5000);
  tick(pageOfB, 'Eggs');
  await advance(MINUTES_10);
  expect(database.lists.notes).toEqual({ n1: noteFields('List', ticked) });
  expect(selectNoteSync(pageOfB.getState(), 'n1').type).toBe('saved');
});

test('A tick that was made offline joins the ticks that came meanwhile', async () => {
  const { a, pageOfA, pageOfB, expectBoth } = await twoDevices();
  a.holdBack('readRecord');
  tick(pageOfA, 'Milk');
  await advance(300);
  tick(pageOfB, 'Eggs');
  await advance(MINUTES_10);
  expectBoth();
});
