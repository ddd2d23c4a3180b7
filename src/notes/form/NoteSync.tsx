import { useAppSelector } from '../../hooks';
import { OthersNotice } from '../../ui/OthersNotice';
import { SyncNotice } from '../../ui/SyncNotice';
import { fieldsOf, fieldsOfRecord, type Note } from '../note';
import { noteChange, noteItemKey, noteSaveRequested } from '../noteKinds';
import { selectNoteOthers, selectNoteSync } from '../notesSelectors';

/** The messages of the note's form about its sync state and changes from other devices, with their buttons. */
export function NoteSync({ note, onDelete }: { note: Note; onDelete: () => void }) {
  const fireId = note.notesFireId;
  const sync = useAppSelector(state => selectNoteSync(state, fireId));
  const others = useAppSelector(state => selectNoteOthers(state, fireId));
  const theirs = fieldsOfRecord({ ...fieldsOf(note), ...others?.fields })!;
  return (
    <>
      <SyncNotice sync={sync} itemKey={noteItemKey(fireId)} />
      <OthersNotice
        others={others}
        differences={labels.flatMap(([field, label]) =>
          others?.fields && field in others.fields ? [[label, theirs[field]] as const] : [],
        )}
        take={options => noteSaveRequested({ fireId, base: fieldsOf(note), fields: theirs }, options)}
        dismissal={noteChange('note/dismiss', { fireId, title: note.noteTitle })}
        onDelete={onDelete}
      />
    </>
  );
}

const labels = [
  ['noteTitle', 'Title'],
  ['noteDescription', 'Description'],
] as const;
