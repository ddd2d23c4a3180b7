import { blocked, noteAdd, noteDelete, noteEdit, noteFields } from '../support/app/operations';
import { noteKinds } from '../../src/notes/noteKinds';

const mine = blocked(noteEdit('e', 'n1', noteFields('Mine')), 'Permission denied');

test('An edit behind a blocked one of the same page replaces it, without a version', () => {
  const next = noteEdit('f', 'n1', noteFields('Later'), noteFields('Mine'));
  expect(noteKinds['note/edit'].coalesce(mine, next)).toMatchObject({
    payload: { base: noteFields('Milk'), fields: noteFields('Later') },
  });
  expect(noteKinds['note/edit'].coalesce(mine, next)).not.toHaveProperty('payload.others');
});

test('An edit of a tab that did not know of a blocked one keeps its words', () => {
  const next = noteEdit('f', 'n1', noteFields('Later'), noteFields('Milk'));
  expect(noteKinds['note/edit'].coalesce(mine, next)).toMatchObject({
    payload: { base: noteFields('Milk'), fields: noteFields('Later'), others: [noteFields('Mine')] },
  });
});

test('A delete behind a blocked edit keeps the edited words for the trash', () => {
  expect(noteKinds['note/delete'].coalesce(mine, noteDelete('d', 'n1'))).toMatchObject({
    payload: { others: [noteFields('Mine')] },
  });
});

test('Versions that a blocked edit has go along with whatever takes its place', () => {
  const others = [noteFields('Milk', 'Theirs')];
  const upgraded = { ...mine, payload: { ...mine.payload, others } };
  const next = noteEdit('f', 'n1', noteFields('Later'), noteFields('Mine'));
  expect(noteKinds['note/edit'].coalesce(upgraded, next)).toMatchObject({ payload: { others } });
  expect(noteKinds['note/delete'].coalesce(upgraded, noteDelete('d', 'n1'))).toMatchObject({
    payload: { others: [...others, noteFields('Mine')] },
  });
});

test('A delete behind a blocked add takes it back', () => {
  const added = blocked(noteAdd('a', 'n1'), 'Permission denied');
  expect(noteKinds['note/delete'].coalesce(added, noteDelete('d', 'n1'))).toBeNull();
});
