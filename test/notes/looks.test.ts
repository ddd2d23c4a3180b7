/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import fc from 'fast-check';
import { redoRequested, undoRequested } from '../../src/history/historySlice';
import {
  byPlace,
  lookOfStored,
  noLook,
  placeByTime,
  placeOf,
  storedOfLook,
  type Look,
} from '../../src/notes/look';
import { noteDeleteRequested, noteLookRequested } from '../../src/notes/noteKinds';
import { noteSidecars } from '../../src/notes/noteSidecars';
import { selectNote, selectNotes } from '../../src/notes/notesSelectors';
import { noteAddRequested } from '../../src/notes/notesSlice';
import { placesOnWall } from '../../src/notes/wall/arranging/moving';
import { trashForgetRequested } from '../../src/trash/trashSlice';
import { createRandom } from '../../src/device/browser';
import { deviceOn, type Page } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { noteFields } from '../support/app/operations';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const keyAt = (time: number) => createRandom(() => time).pushKey();
const KEYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(day => keyAt(Date.parse(day)));
const [FIRST, SECOND, THIRD, FOURTH] = KEYS as [string, string, string, string];
const notesOf = () => Object.fromEntries(KEYS.map((key, at) => [key, noteFields(`Note ${at + 1}`)]));
const titles = (page: Page) => selectNotes(page.getState()).map(({ noteTitle }) => noteTitle);
const note = (page: Page, key: string) => selectNote(page.getState(), key)!;
const change = (page: Page, key: string, look: Partial<Look>) =>
  page.dispatch(noteLookRequested(note(page, key), look));
/** Moves a note to the position `at` within its group (pinned or not). */
function move(page: Page, key: string, at: number) {
  const { isPinned } = note(page, key);
  const others = selectNotes(page.getState()).filter(
    note => note.notesFireId !== key && note.isPinned === isPinned,
  );
  for (const [moved, place] of placesOnWall(note(page, key), others, at)) change(page, moved, { place });
}

describe('Where notes hang', () => {
  const hanging = (notesFireId: string, look: Partial<Look> = {}) => ({ notesFireId, ...noLook, ...look });

  test('is by time where nobody chose, the newest first, and what is pinned before all', () => {
    const notes = [hanging(FIRST, { isPinned: true }), hanging(THIRD), hanging(SECOND), hanging('imported')];
    expect([...notes].sort(byPlace).map(({ notesFireId }) => notesFireId)).toEqual([
      FIRST,
      THIRD,
      SECOND,
      'imported',
    ]);
  });

  test('is before everything that was made earlier, for a note that is made later', () => {
    const first = hanging(FOURTH);
    const [[, place]] = [...placesOnWall(hanging(FIRST), [first], 0)] as [[string, string]];
    expect(place < placeByTime(FOURTH)).toBe(true);
    expect(placeByTime(keyAt(Date.parse('2026-03-05'))) < place).toBe(true);
  });

  test('is its own for each of many notes of one millisecond: a move writes one place', () => {
    const random = createRandom(() => Date.parse('2026-03-05'));
    const wall = Array.from({ length: 500 }, () => hanging(random.pushKey())).sort(byPlace);
    expect(wall.map(placeOf)).toEqual([...new Set(wall.map(placeOf))].sort());
    expect(wall.map(({ notesFireId }) => notesFireId)).toEqual(
      wall
        .map(({ notesFireId }) => notesFireId)
        .sort()
        .reverse(),
    );
    for (const { notesFireId, ...look } of wall)
      expect(lookOfStored({ place: placeOf({ ...look, notesFireId }) })).not.toBeNull();
    const [moved, ...others] = wall as [(typeof wall)[0], ...typeof wall];
    expect([...placesOnWall(moved, others, 250).keys()]).toEqual([moved.notesFireId]);
  });

  test('is what was asked for, wherever a note is put and however often', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 60 }),
        fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
        (moves, shared) => {
          // Some notes have the same place at first, as if two devices had chosen it.
          let wall = shared
            .map((place, at) => hanging(`n${at}`, { place: [null, 'a0', 'a1'][place] ?? null }))
            .sort(byPlace);
          for (const [from, to] of moves) {
            const moved = wall[from]!;
            const others = wall.filter(note => note !== moved);
            const places = placesOnWall(moved, others, to);
            const wanted = others.toSpliced(to, 0, moved).map(({ notesFireId }) => notesFireId);
            wall = wall
              .map(note => ({ ...note, place: places.get(note.notesFireId) ?? note.place }))
              .sort(byPlace);
            expect(wall.map(({ notesFireId }) => notesFireId)).toEqual(wanted);
            for (const { place } of wall) expect(lookOfStored({ place })?.place ?? null).toBe(place);
          }
        },
      ),
    );
  });
});

test.each([
  ['nothing', null],
  ['a text', 'lemon'],
  ['a list', ['lemon']],
  ['an unknown colour', { colour: 'plaid' }],
  ['a colour of another kind', { colour: 1 }],
  ['a pin that is not set', { pinned: 'yes' }],
  ['a place that the library would refuse', { place: 'z0' }],
  ['a place with a last digit that says nothing', { place: 'a00' }],
])('A stored look that is %s is no look', (_what, stored) => {
  expect(lookOfStored(stored)).toBeNull();
});

test('A look is read as it was stored', () => {
  const look: Look = { colour: 'sky', isPinned: true, place: 'a1V' };
  expect(lookOfStored(storedOfLook(look))).toEqual(look);
});

test('Colour, pin and place are stored beside the note, undone and redone one by one', async () => {
  const database = fakeDatabase({ notes: notesOf() });
  const page = await deviceOn(database).open();
  expect(titles(page)).toEqual(['Note 4', 'Note 3', 'Note 2', 'Note 1']);
  change(page, FIRST, { colour: 'mint' });
  await advance(100);
  change(page, SECOND, { isPinned: true });
  await advance(100);
  move(page, FIRST, 0);
  expect(titles(page)).toEqual(['Note 2', 'Note 1', 'Note 4', 'Note 3']);
  await advance(MINUTES_10);
  expect(database.lists.looks).toEqual({
    [FIRST]: { colour: 'mint', place: expect.any(String) },
    [SECOND]: { pinned: true },
  });
  expect(database.lists.notes).toEqual(notesOf());
  for (let step = 0; step < 3; step++) page.dispatch(undoRequested());
  await advance(MINUTES_10);
  expect(titles(page)).toEqual(['Note 4', 'Note 3', 'Note 2', 'Note 1']);
  expect(note(page, FIRST).colour).toBeNull();
  expect(database.lists.looks).toEqual({});
  for (let step = 0; step < 3; step++) page.dispatch(redoRequested());
  await advance(MINUTES_10);
  expect(titles(page)).toEqual(['Note 2', 'Note 1', 'Note 4', 'Note 3']);
});

test('Two devices that colour, pin and drag at once show the same wall in the end', async () => {
  const database = fakeDatabase({ notes: notesOf() });
  const [a, b] = [deviceOn(database), deviceOn(database)];
  const [pageOfA, pageOfB] = [await a.open(), await b.open()];
  a.goOffline();
  b.goOffline();
  change(pageOfA, FIRST, { colour: 'rose' });
  change(pageOfB, FIRST, { isPinned: true });
  move(pageOfA, SECOND, 0); // both put another note to the front
  move(pageOfB, THIRD, 0);
  move(pageOfA, FOURTH, 3); // both move the same note
  move(pageOfB, FOURTH, 2);
  await advance(100);
  a.goOnline();
  await advance(MINUTES_10);
  b.goOnline();
  await advance(MINUTES_10);
  expect(titles(pageOfA)).toEqual(titles(pageOfB));
  expect(new Set(titles(pageOfA))).toEqual(new Set(['Note 1', 'Note 2', 'Note 3', 'Note 4']));
  for (const page of [pageOfA, pageOfB])
    expect(note(page, FIRST)).toMatchObject({ colour: 'rose', isPinned: true });
  expect((await deviceOn(database).open()).getState().notes.order).toEqual(pageOfA.getState().notes.order);
});

test('A note added without network keeps its colour over a reload', async () => {
  const database = fakeDatabase();
  const device = deviceOn(database);
  const before = await device.open();
  device.goOffline();
  before.dispatch(noteAddRequested(noteFields('New')));
  await advance(100);
  const [key] = before.getState().notes.order as [string];
  change(before, key, { colour: 'teal', isPinned: true });
  await advance(100);
  before.kill();
  const page = await device.open();
  expect(note(page, key)).toMatchObject({ colour: 'teal', isPinned: true });
  device.goOnline();
  await advance(MINUTES_10);
  expect(database.lists.looks).toEqual({ [key]: { colour: 'teal', pinned: true } });
});

test('A look whose answer was lost is not put over what another device chose since', async () => {
  const database = fakeDatabase({ notes: notesOf() });
  const device = deviceOn(database);
  const page = await device.open();
  device.cutOff('apply');
  change(page, FIRST, { colour: 'lilac' });
  await advance(100);
  database.put('looks', FIRST, { colour: 'sand' });
  device.goOnline();
  await advance(MINUTES_10);
  expect(note(page, FIRST).colour).toBe('sand');
  expect(database.lists.looks[FIRST]).toEqual({ colour: 'sand' });
});

test('A place chosen elsewhere just after this write stays, though heard before', async () => {
  const database = fakeDatabase({ notes: notesOf() });
  const [a, b] = [deviceOn(database), deviceOn(database)];
  const [pageOfA, pageOfB] = [await a.open(), await b.open()];
  a.after('apply', () => database.put('looks', FIRST, { place: 'a1' }));
  move(pageOfA, FIRST, 1);
  await advance(MINUTES_10);
  expect(database.lists.looks[FIRST]).toEqual({ place: 'a1' });
  for (const page of [pageOfA, pageOfB]) expect(note(page, FIRST).place).toBe('a1');
});

test('A restored note hangs as before; its look goes with it for ever', async () => {
  const database = fakeDatabase({ notes: notesOf(), looks: { [FIRST]: { colour: 'sky', pinned: true } } });
  const page = await deviceOn(database).open();
  page.dispatch(noteDeleteRequested(note(page, FIRST)));
  await advance(MINUTES_10);
  page.dispatch(undoRequested());
  await advance(100);
  expect(note(page, FIRST)).toMatchObject({ colour: 'sky', isPinned: true });
  expect(titles(page)[0]).toBe('Note 1');
  await advance(MINUTES_10);
  page.dispatch(noteDeleteRequested(note(page, FIRST)));
  await advance(MINUTES_10);
  expect(database.lists.looks).toHaveProperty(FIRST);
  const { deletedAt } = database.lists['trash/notes'][FIRST] as { deletedAt: string };
  const item = { list: 'notes' as const, fireId: FIRST, deletedAt, title: 'Note 1', isPending: false };
  page.dispatch(trashForgetRequested([item as never]));
  await advance(MINUTES_10);
  expect(database.lists['trash/notes']).toEqual({});
  expect(database.lists.looks).toEqual({});
});

test('A note that was deleted for ever elsewhere gets no look', async () => {
  const database = fakeDatabase({ notes: notesOf() });
  const device = deviceOn(database);
  const page = await device.open();
  device.goOffline();
  change(page, FIRST, { colour: 'peach' });
  await advance(100);
  database.put('notes', FIRST, null);
  device.goOnline();
  await advance(MINUTES_10);
  expect(database.lists.looks).toEqual({});
});

test('The place of a note that nobody moved is its time', () => {
  expect(placeOf({ ...noLook, notesFireId: FIRST })).toBe(placeByTime(FIRST));
});

test.each([
  ['one part', { colour: 'lemon' }, true],
  ['all parts', { colour: 'lemon', pinned: true, place: 'a0' }, true],
  ['nothing', null, false],
  ['a text', 'lemon', false],
  ['no part', {}, false],
  ['an unknown part', { colour: 'lemon', size: 'big' }, false],
  ['a part of every object', { toString: 'lemon' }, false],
  ['a pin that is not set', { pinned: false }, false],
  ['a colour with more than letters', { colour: 'lemon!' }, false],
  ['a place with more than digits and letters', { place: 'a0!' }, false],
  ['a place that begins with a digit', { place: '0a' }, false],
])('An imported look with %s is stored only as the rules take it', (_what, stored, isStored) => {
  expect(noteSidecars.looks!.isStorable(stored as never)).toBe(isStored);
});
