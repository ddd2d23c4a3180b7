import type { Operation } from '../../src/sync/operations';
import { noteKinds } from '../../src/notes/noteKinds';
import { noteDelete, noteEdit, noteFields } from '../support/operations';

/** An edit of this device that turned out to have overwritten another device's words. */
const blocked: Operation = {
  ...noteEdit('e', 'n1', noteFields('Mine')),
  status: 'blocked',
  reason: '2 versions',
  conflict: { type: 'versions', theirs: noteFields('Milk', 'Theirs'), isOverwritten: true },
};

test('An edit behind one that overwrote words unseen waits until the person has seen them', () => {
  const next = noteEdit('f', 'n1', noteFields('Later'), noteFields('Mine'));
  expect(noteKinds['note/edit'].coalesce(blocked, next)).toBe('queue');
});

test('A delete behind it keeps the overwritten words beside the record that the trash gets', () => {
  const removed = noteKinds['note/delete'].coalesce(blocked, noteDelete('d', 'n1'));
  expect(removed).toMatchObject({
    payload: { mine: { base: noteFields('Milk'), fields: noteFields('Milk', 'Theirs') } },
  });
});
