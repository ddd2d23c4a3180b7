import '../support/noComplaints';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/rootReducer';
import {
  addNote,
  chooseVersion,
  deleteNote,
  followNotes,
  keepNote,
  loadNotes,
  saveNote,
} from '../../src/notes/notesSagas';
import {
  noteAddRequested,
  noteDeleteRequested,
  noteKeepRequested,
  noteListArrived,
  noteRecordsArrived,
  noteSaveRequested,
  notesLoaded,
  notesLoadFailed,
  notesRequested,
  notesRestored,
  noteVersionChosen,
} from '../../src/notes/notesSlice';
import { operationKept, operationSettled } from '../../src/sync/operations';
import { ServiceFailure } from '../../src/services/failure';
import { fakeServices } from '../support/fakeServices';
import { noteDelete, noteEdit, noteFields } from '../support/operations';

const initial = rootReducer(undefined, { type: 'start' });
const after = (...actions: Parameters<typeof rootReducer>[1][]) => actions.reduce(rootReducer, initial);
const kept = (services: ReturnType<typeof fakeServices>) => services.outbox.open('anna');
const notes = { a: noteFields('Milk') };

test('loadNotes shows the notes of the last visit, then the server’s', async () => {
  const services = fakeServices({ notes });
  await services.cache.write('anna', 'notes', {});
  await expectSaga(loadNotes, services, 'anna')
    .withReducer(rootReducer, after(notesRequested()))
    .put(notesRestored({}))
    .put(notesLoaded(notes))
    .run();
});

test('loadNotes says why it failed', async () => {
  const services = fakeServices();
  services.database.loadNotes = () => Promise.reject(new ServiceFailure('network', 'x', 'Cannot be reached'));
  await expectSaga(loadNotes, services, 'anna')
    .withReducer(rootReducer, initial)
    .put(notesLoadFailed({ code: 'network', message: 'Cannot be reached' }))
    .run();
});

test('followNotes follows the list live, and ends its listener', async () => {
  const services = fakeServices({ notes });
  const { database } = services;
  const saga = expectSaga(followNotes, services, 'anna')
    .withReducer(rootReducer, initial)
    .put(noteListArrived(notes))
    .put(noteRecordsArrived({ b: noteFields('Bread') }));
  const run = saga.silentRun(50);
  saga.dispatch(notesLoaded({}));
  while (database.followers() === 0) await Promise.resolve();
  database.put('notes', 'b', noteFields('Bread'));
  await run;
  expect(database.followers()).toBe(0);
});

test('followNotes keeps on the device what the server last said', async () => {
  const services = fakeServices();
  services.database.follow = () => () => {};
  await expectSaga(followNotes, services, 'anna')
    .withReducer(rootReducer, initial)
    .dispatch(notesLoaded(notes))
    .dispatch(noteRecordsArrived({ b: noteFields('Bread') }))
    .dispatch(
      operationSettled({
        operation: noteEdit('e', 'b', noteFields('Butter')),
        result: { ...noteFields('Butter'), notesFireId: 'b' },
      }),
    )
    .dispatch(operationSettled({ operation: noteDelete('d', 'a'), result: null }))
    .silentRun(20);
  expect(services.cache.kept.get('anna/notes')).toEqual({ a: null, b: noteFields('Butter') });
});

test('addNote, saveNote and deleteNote keep their operation in the note’s own lane', async () => {
  const services = fakeServices();
  const add = noteAddRequested(noteFields('New'));
  const save = noteSaveRequested({ fireId: 'a', base: noteFields(), fields: noteFields('Edited') });
  const remove = noteDeleteRequested('b');
  await expectSaga(addNote, services, 'anna', add).run();
  await expectSaga(saveNote, services, 'anna', save).run();
  const state = after(notesRequested(), notesLoaded({ b: noteFields() }));
  await expectSaga(deleteNote, services, 'anna', remove).withState(state).run();
  expect(await kept(services)).toMatchObject([
    {
      id: add.payload.operationId,
      lane: 'note:-key000001',
      kind: 'note/add',
      payload: { fireId: '-key000001' },
    },
    { id: save.payload.operationId, lane: 'note:a', kind: 'note/edit', payload: { fireId: 'a' } },
    { id: remove.payload.operationId, lane: 'note:b', kind: 'note/delete', payload: { fireId: 'b' } },
  ]);
});

describe('What is held', () => {
  const holding = async (found: unknown) => {
    const services = fakeServices();
    await services.outbox.append('anna', noteEdit('e', 'a', noteFields('Mine')));
    await services.outbox.hold((await services.outbox.take('anna', 'note:a'))!, { reason: 'Held', found });
    const [operation] = await kept(services);
    return { services, state: after(notesLoaded(notes), operationKept(operation!)) };
  };

  test('becomes a new note under a key of its own, kept before the old one is given up', async () => {
    const { services, state } = await holding({ type: 'gone' });
    const order: string[] = [];
    services.outbox.follow(event => order.push(event.type));
    await expectSaga(keepNote, services, 'anna', noteKeepRequested('a'))
      .withReducer(rootReducer, state)
      .run();
    expect(await kept(services)).toMatchObject([
      { kind: 'note/add', payload: { fields: { noteTitle: 'Mine' } } },
    ]);
    expect(order).toEqual(['made', 'kept', 'dropped']);
  });

  test('is kept as new only while it is held', async () => {
    const services = fakeServices();
    const state = after(notesLoaded(notes));
    await expectSaga(keepNote, services, 'anna', noteKeepRequested('a'))
      .withReducer(rootReducer, state)
      .run();
    await expectSaga(keepNote, services, 'anna', noteKeepRequested('?'))
      .withReducer(rootReducer, state)
      .run();
    expect(await kept(services)).toEqual([]);
  });

  test('of two versions this device’s is sent over the other one, or given up', async () => {
    const theirs = noteFields('Theirs');
    for (const [version, left] of [
      ['mine', [{ id: 'e', status: 'waiting', payload: { base: theirs, fields: { noteTitle: 'Mine' } } }]],
      ['theirs', []],
    ] as const) {
      const { services, state } = await holding({ type: 'versions', theirs });
      await expectSaga(chooseVersion, services, 'anna', noteVersionChosen({ fireId: 'a', version }))
        .withReducer(rootReducer, state)
        .run();
      expect(await kept(services)).toMatchObject(left as never);
    }
  });
});
