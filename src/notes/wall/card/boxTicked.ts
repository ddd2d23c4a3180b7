import { withTick } from '../../../lib/text/checklist';
import { fieldsOf, type Note } from '../../note';
import { noteSaveRequested } from '../../noteKinds';

/** Ticks or unticks a box of the note: changes the mark at an index of its text. */
export function boxTicked(note: Note, at: number, isTicked: boolean) {
  const base = fieldsOf(note);
  const noteDescription = withTick(base.noteDescription, at, isTicked);
  return noteSaveRequested({ fireId: note.notesFireId, base, fields: { ...base, noteDescription } });
}
