import '../support/app/noComplaints';
import { noteSaveRequested } from '../../src/notes/noteKinds';
import { selectNote, selectNoteOthers, selectNoteSync } from '../../src/notes/notesSelectors';
import { ServiceFailure } from '../../src/services/failure';
import { deviceOn, openDevice, openTwoDevices, type Device } from '../support/devices/devices';
import { deleteElsewhere, restoreElsewhere } from '../support/devices/elsewhere';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { noteFields } from '../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';

fakeTime();

/** A PATCHes the title, and another device changes the note directly before it takes effect. */
async function colliding(
  change: (database: ReturnType<typeof fakeDatabase>, a: Device) => unknown,
  isWallOpen: boolean,
) {
  const database = fakeDatabase({ notes: { n1: { ...noteFields('Milk', 'Two') } } });
  const a = deviceOn(database);
  const page = await a.open({ lists: isWallOpen ? ['tasks', 'notes'] : ['tasks'], wait: 50 });
  a.before('saveNote', () => change(database, a));
  const edit = { fireId: 'n1', base: noteFields('Milk', 'Two'), fields: noteFields('Oat milk', 'Two') };
  await page.send(noteSaveRequested(edit), 5000);
  return { database, a, page };
}

describe.each([
  ['while the wall is open', true],
  ['after a reload, before the wall was opened', false],
])('A PATCH over another program’s unseen words, %s', (_name, isWallOpen) => {
  const theirs = (database: ReturnType<typeof fakeDatabase>) =>
    database.put('notes', 'n1', { ...noteFields('Milk', 'Three') });

  test('keeps them in the trash, and tells them at the note', async () => {
    const { database, page } = await colliding(theirs, isWallOpen);
    await advance(MINUTES_10);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
    expect(Object.values(database.lists['trash/notes'])).toMatchObject([
      { record: noteFields('Milk', 'Three'), otherOf: 'n1', isUnseen: true },
    ]);
    const fields = { noteTitle: 'Milk', noteDescription: 'Three' };
    expect(database.lists['others/notes']).toMatchObject({ n1: { fields } });
    if (isWallOpen) expect(selectNoteOthers(page.getState(), 'n1')).toMatchObject({ fields });
    expect(page.unsent()).toBe(0);
  });

  test('keeps them once when the answer to that is lost', async () => {
    const { database, page } = await colliding((shared, a) => {
      theirs(shared);
      a.loseAnswer('apply');
    }, isWallOpen);
    await advance(MINUTES_10);
    expect(Object.values(database.lists['trash/notes'])).toMatchObject([
      { record: noteFields('Milk', 'Three'), otherOf: 'n1' },
    ]);
    expect(page.unsent()).toBe(0);
  });

  test('brings a note back that was deleted meanwhile, with the new words, and says so', async () => {
    const { database, page } = await colliding(
      elsewhere => deleteElsewhere(elsewhere, 'notes', 'n1'),
      isWallOpen,
    );
    await advance(MINUTES_10);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
    expect(database.lists['trash/notes']).toEqual({});
    expect(database.lists['others/notes']).toMatchObject({ n1: { isBack: true } });
    expect([selectNoteSync(page.getState(), 'n1').type, page.unsent()]).toEqual(['saved', 0]);
  });

  test('says nothing where nothing was overwritten', async () => {
    const { database, page } = await colliding(() => undefined, isWallOpen);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
    expect(page.unsent()).toBe(0);
  });
});

test.each([
  ['', () => undefined],
  [' after its device had heard nothing', (a: Device) => a.stopLiveEvents()],
  [' when an answer to a read is lost', (a: Device) => a.loseAnswer('read')],
  [' when the answer to the update is lost', (a: Device) => a.loseAnswer('apply')],
])('Disputed words and their deletion in one moment lose neither version%s', async (_name, prepare) => {
  const stored = noteFields('Milk', 'Theirs');
  const { database, a, page } = await openDevice({ notes: { n1: { ...stored } } });
  a.before('apply', () => deleteElsewhere(database, 'notes', 'n1'));
  prepare(a);
  const edit = { fireId: 'n1', base: noteFields('Milk', 'Two'), fields: noteFields('Oat milk', 'Mine') };
  await page.send(noteSaveRequested(edit));
  expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Mine') });
  expect(Object.values(database.lists['trash/notes'])).toMatchObject([{ record: stored, otherOf: 'n1' }]);
  const notice = { isBack: true, fields: { noteDescription: 'Theirs' } };
  expect(database.lists['others/notes']).toMatchObject({ n1: notice });
  expect([selectNote(page.getState(), 'n1'), page.unsent()]).toMatchObject([edit.fields, 0]);
});

test('Two devices that edit different fields of a note offline lose neither', async () => {
  const { database, a, b, pageOfA, pageOfB } = await openTwoDevices({
    notes: { n1: { ...noteFields('Milk', 'Two') } },
  });
  a.goOffline();
  b.goOffline();
  const base = noteFields('Milk', 'Two');
  pageOfA.dispatch(noteSaveRequested({ fireId: 'n1', base, fields: noteFields('Oat milk', 'Two') }));
  await pageOfB.send(noteSaveRequested({ fireId: 'n1', base, fields: noteFields('Milk', 'Three') }), 50);
  a.goOnline();
  await b.reconnect();
  expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Three') });
  expect([a.kept(), b.kept(), database.lists['trash/notes']]).toEqual([[], [], {}]);
});

test('A note that was deleted and restored while a PATCH waited takes the PATCH', async () => {
  const { database, a, page } = await openDevice({ notes: { n1: { ...noteFields('Milk', 'Two') } } });
  a.before('saveNote', () => {
    a.goOffline();
    throw new ServiceFailure('network', 'network', 'No answer');
  });
  const edit = { fireId: 'n1', base: noteFields('Milk', 'Two'), fields: noteFields('Oat milk', 'Two') };
  await page.send(noteSaveRequested(edit), 5000);
  await deleteElsewhere(database, 'notes', 'n1');
  await restoreElsewhere(database, 'notes', 'n1');
  await a.reconnect();
  expect(database.lists).toMatchObject({
    notes: { n1: noteFields('Oat milk', 'Two') },
    'trash/notes': {},
    'others/notes': {},
  });
  expect(page.unsent()).toBe(0);
});

test.each([
  ['PATCH', 'saveNote', noteFields('Milk', 'Two')],
  ['disputed edit', 'apply', noteFields('Whole milk', 'Two')],
] as const)(
  'A %s that met the note in the trash is sent again when it was restored unchanged',
  async (_name, write, base) => {
    const { database, a, page } = await openDevice({ notes: { n1: { ...noteFields('Milk', 'Two') } } });
    a.before(write, async () => {
      await deleteElsewhere(database, 'notes', 'n1');
      a.before('readRecord', () => restoreElsewhere(database, 'notes', 'n1'));
    });
    await page.send(noteSaveRequested({ fireId: 'n1', base, fields: noteFields('Oat milk', 'Two') }));
    expect(selectNoteSync(page.getState(), 'n1')).toEqual({ type: 'saved' });
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
    expect(page.unsent()).toBe(0);
  },
);
