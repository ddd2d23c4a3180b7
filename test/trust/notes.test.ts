import '../support/noComplaints';
import { noteDeleteRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { selectNote, selectNoteSync } from '../../src/notes/notesSelectors';
import { noteVersionChosen } from '../../src/notes/notesSlice';
import { ServiceFailure } from '../../src/services/failure';
import { deviceOn } from '../support/devices';
import { fakeDatabase } from '../support/fakeDatabase';
import { noteFields } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);
const soon = () => jest.advanceTimersByTimeAsync(50);

/** A's PATCH of the title meets another device's change in the instant before it takes effect. */
async function colliding(
  happens: (database: ReturnType<typeof fakeDatabase>) => unknown,
  isWallOpen: boolean,
) {
  const database = fakeDatabase({ notes: { n1: { ...noteFields('Milk', 'Two') } } });
  const a = deviceOn(database);
  const page = await a.open({ lists: isWallOpen ? ['tasks', 'notes'] : ['tasks'] });
  await soon();
  a.before('saveNote', () => happens(database));
  const edit = { fireId: 'n1', base: noteFields('Milk', 'Two'), fields: noteFields('Oat milk', 'Two') };
  page.dispatch(noteSaveRequested(edit));
  await jest.advanceTimersByTimeAsync(5000);
  return { database, a, page };
}

describe.each([
  ['while the wall is open', true],
  ['after a reload, before the wall was opened', false],
])('A PATCH that overwrites another device’s words unseen, %s', (_name, isWallOpen) => {
  const theirs = (database: ReturnType<typeof fakeDatabase>) =>
    database.put('notes', 'n1', { ...noteFields('Milk', 'Three') });

  test('offers them as the other version', async () => {
    const { page } = await colliding(theirs, isWallOpen);
    expect(selectNoteSync(page.getState(), 'n1')).toMatchObject({
      type: 'blocked',
      reason: '2 versions',
      conflict: { type: 'versions', theirs: noteFields('Oat milk', 'Three') },
    });
  });

  test.each([
    ['mine', 'Two'],
    ['theirs', 'Three'],
  ] as const)('stores what the person chooses (%s)', async (version, description) => {
    const { database, page } = await colliding(theirs, isWallOpen);
    page.dispatch(noteVersionChosen({ fireId: 'n1', version }));
    await calm();
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', description) });
    expect(page.unsent()).toBe(0);
  });

  test('puts a note that was deleted meanwhile back into the trash, with the new words', async () => {
    const { database, page } = await colliding(there => {
      const deletedAt = new Date().toISOString();
      there.put('trash/notes', 'n1', { deletedAt, record: noteFields('Milk', 'Two') });
      there.put('notes', 'n1', null);
    }, isWallOpen);
    await calm();
    expect(database.lists.notes).toEqual({});
    expect(database.lists['trash/notes']).toMatchObject({ n1: { record: noteFields('Oat milk', 'Two') } });
    expect([selectNote(page.getState(), 'n1'), page.unsent()]).toEqual([undefined, 0]);
  });

  test('says nothing where nothing was overwritten', async () => {
    const { database, page } = await colliding(() => undefined, isWallOpen);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
    expect(page.unsent()).toBe(0);
  });
});

test.each([
  ['is answered', () => undefined],
  [
    'is asked about once more, after its device had heard nothing',
    (a: ReturnType<typeof deviceOn>) => {
      a.goDeaf();
      a.loseAnswer('readTrash');
    },
  ],
])(
  'Disputed words wait as deleted elsewhere when the PATCH of the others meets a deletion, and %s',
  async (_name, prepare) => {
    const there = noteFields('Milk', 'Theirs');
    const database = fakeDatabase({ notes: { n1: { ...there } } });
    const a = deviceOn(database);
    const page = await a.open();
    await soon();
    prepare(a);
    a.before('saveNote', () => {
      database.put('trash/notes', 'n1', { deletedAt: new Date().toISOString(), record: there });
      database.put('notes', 'n1', null);
    });
    const edit = { fireId: 'n1', base: noteFields('Milk', 'Two'), fields: noteFields('Oat milk', 'Mine') };
    page.dispatch(noteSaveRequested(edit));
    await calm();
    expect(database.lists.notes).toEqual({});
    expect(database.lists['trash/notes']).toMatchObject({ n1: { record: noteFields('Oat milk', 'Theirs') } });
    expect(selectNote(page.getState(), 'n1')).toMatchObject(noteFields('Oat milk', 'Mine'));
    expect(selectNoteSync(page.getState(), 'n1')).toMatchObject({
      type: 'blocked',
      conflict: { type: 'gone' },
    });
  },
);

test('Two devices that edit different fields of a note offline lose neither', async () => {
  const database = fakeDatabase({ notes: { n1: { ...noteFields('Milk', 'Two') } } });
  const [a, b] = [deviceOn(database), deviceOn(database)];
  const [pageOfA, pageOfB] = [await a.open(), await b.open()];
  await soon();
  a.goOffline();
  b.goOffline();
  const base = noteFields('Milk', 'Two');
  pageOfA.dispatch(noteSaveRequested({ fireId: 'n1', base, fields: noteFields('Oat milk', 'Two') }));
  pageOfB.dispatch(noteSaveRequested({ fireId: 'n1', base, fields: noteFields('Milk', 'Three') }));
  await soon();
  a.goOnline();
  b.goOnline();
  await calm();
  const everywhere = JSON.stringify([database.lists.notes, b.kept(), a.kept()]);
  for (const words of ['Oat milk', 'Three']) expect(everywhere).toContain(words);
});

test('A note that is edited while it is being deleted is in the trash with the edit', async () => {
  const database = fakeDatabase({ notes: { n1: { ...noteFields('Milk', 'Two') } } });
  const a = deviceOn(database);
  const page = await a.open();
  await soon();
  a.before('removeRecord', () => database.put('notes', 'n1', { ...noteFields('Milk', 'Theirs') }));
  page.dispatch(noteDeleteRequested(selectNote(page.getState(), 'n1')!));
  await calm();
  expect(database.lists.notes).toEqual({});
  expect(database.lists['trash/notes']).toMatchObject({ n1: { record: noteFields('Milk', 'Theirs') } });
});

test('A note that was deleted and restored while a PATCH waited stays where it is, though its copy is there yet', async () => {
  const database = fakeDatabase({ notes: { n1: { ...noteFields('Milk', 'Two') } } });
  const a = deviceOn(database);
  const page = await a.open();
  await soon();
  a.before('saveNote', () => {
    a.goOffline();
    throw new ServiceFailure('network', 'network', 'No answer');
  });
  const edit = { fireId: 'n1', base: noteFields('Milk', 'Two'), fields: noteFields('Oat milk', 'Two') };
  page.dispatch(noteSaveRequested(edit));
  await soon();
  await jest.advanceTimersByTimeAsync(5000);
  const copy = { deletedAt: new Date().toISOString(), record: noteFields('Milk', 'Two') };
  database.put('trash/notes', 'n1', copy);
  database.put('notes', 'n1', null);
  await jest.advanceTimersByTimeAsync(20_000);
  database.put('notes', 'n1', noteFields('Milk', 'Two'));
  a.goOnline();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
  expect([page.unsent(), database.lists['trash/notes']]).toEqual([0, { n1: copy }]);
});

describe('A PATCH of a note that is listed beside its copy in the trash', () => {
  const [words, edited] = [noteFields('Milk', 'Two'), noteFields('Oat milk', 'Two')];
  async function patched(stored: typeof words, happens: (database: ReturnType<typeof fakeDatabase>) => void) {
    const database = fakeDatabase({ notes: { n1: { ...words } } });
    const a = deviceOn(database);
    const page = await a.open();
    await soon();
    database.put('trash/notes', 'n1', { deletedAt: new Date().toISOString(), record: words });
    database.put('notes', 'n1', { ...stored });
    await jest.advanceTimersByTimeAsync(1000);
    a.before('saveNote', () => happens(database));
    return { database, page };
  }

  test.each([
    ['as it was', words],
    ['and edited', noteFields('Milk', 'Three')],
  ])('lets it stay where it was restored a moment ago, %s', async (_name, stored) => {
    const { database, page } = await patched(stored, there =>
      setTimeout(() => there.put('trash/notes', 'n1', null), 3000),
    );
    page.dispatch(noteSaveRequested({ fireId: 'n1', base: words, fields: edited }));
    await calm();
    expect(database.lists.notes).toEqual({ n1: { ...stored, noteTitle: 'Oat milk' } });
    expect([database.lists['trash/notes'], page.unsent()]).toEqual([{}, 0]);
  });

  test('puts it back into the trash where it was on its way there', async () => {
    const { database, page } = await patched(words, there => there.put('notes', 'n1', null));
    page.dispatch(noteSaveRequested({ fireId: 'n1', base: words, fields: edited }));
    await calm();
    expect(database.lists.notes).toEqual({});
    expect(database.lists['trash/notes']).toMatchObject({ n1: { record: edited } });
    expect(page.unsent()).toBe(0);
  });
});
