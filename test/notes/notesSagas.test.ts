import '../support/app/noComplaints';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/store/rootReducer';
import { paperNameOf } from '../../src/notes/tools/paper';
import { addNote, loadNotes } from '../../src/notes/notesSagas';
import {
  noteAddRequested,
  notesLoaded,
  notesLoadFailed,
  notesRequested,
  notesRestored,
} from '../../src/notes/notesSlice';
import { type Operation } from '../../src/sync/operations';
import { ServiceFailure } from '../../src/services/failure';
import { noteDeleteRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { fakeServices } from '../support/devices/fakeServices';
import { keeping } from '../support/devices/keeping';
import { noteFields, shownNote } from '../support/app/operations';

const initial = rootReducer(undefined, { type: 'start' });
const after = (...actions: Parameters<typeof rootReducer>[1][]) => actions.reduce(rootReducer, initial);
const kept = (services: ReturnType<typeof fakeServices>) => services.queue.all('anna');
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
  services.database.load = () => Promise.reject(new ServiceFailure('network', 'x', 'Cannot be reached'));
  await expectSaga(loadNotes, services, 'anna')
    .withReducer(rootReducer, initial)
    .put(notesLoadFailed({ code: 'network', message: 'Cannot be reached' }))
    .run();
});

test('What is added, saved and deleted is kept under the key of its note', async () => {
  const services = fakeServices();
  const add = noteAddRequested(noteFields('New'));
  const edit = { fireId: 'a', base: noteFields(), fields: noteFields('Edited') };
  const save = noteSaveRequested(edit);
  const remove = noteDeleteRequested(shownNote('b'));
  await expectSaga(keeping, services, () => addNote(services, add))
    .dispatch(save)
    .dispatch(remove)
    .silentRun(20);
  const byKind = (a: Operation, b: Operation) => (a.kind < b.kind ? -1 : 1);
  expect((await kept(services)).sort(byKind)).toMatchObject([
    {
      id: add.payload.operationId,
      itemKey: 'note:-key000001',
      kind: 'note/add',
      payload: { fireId: '-key000001', fields: noteFields('New') },
    },
    {
      id: remove.payload.id,
      itemKey: 'note:b',
      kind: 'note/delete',
      payload: { fireId: 'b', fields: noteFields() },
    },
    { id: save.payload.id, itemKey: 'note:a', kind: 'note/edit', payload: edit },
  ]);
});

test.each(['lemon', 'peach', 'mint', 'sky', 'lilac'] as const)(
  'A new note that was shown on %s has a key that draws that paper, nothing more',
  async paper => {
    const services = fakeServices();
    const action = noteAddRequested(noteFields('Milk'), undefined, paper);
    const { effects } = await expectSaga(addNote, services, action).withReducer(rootReducer, initial).run();
    const requested = effects.put.map(({ payload }) => payload.action.payload as Operation);
    expect(requested).toMatchObject([{ kind: 'note/add', payload: { fields: noteFields('Milk') } }]);
    const { fireId } = requested[0]!.payload as { fireId: string };
    expect(paperNameOf({ colour: null, notesFireId: fireId })).toBe(paper);
  },
);

test('A look that was chosen for a new note is requested with its add, as one step', async () => {
  const services = fakeServices();
  const action = noteAddRequested(noteFields('Milk'), { colour: 'teal' });
  const { effects } = await expectSaga(addNote, services, action).withReducer(rootReducer, initial).run();
  const requested = effects.put.map(({ payload }) => payload.action.payload as Operation);
  const { operationId } = action.payload;
  expect(requested).toMatchObject([
    { kind: 'note/add', id: operationId, payload: { fields: noteFields('Milk') } },
    {
      kind: 'note/look',
      changeId: operationId,
      payload: { look: { colour: 'teal' }, before: { colour: null } },
    },
  ]);
  expect(requested[1]!.itemKey).toBe(requested[0]!.itemKey);
});
