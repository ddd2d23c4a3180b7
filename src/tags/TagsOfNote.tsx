import { flushSync } from 'react-dom';
import { useAppDispatch } from '../hooks';
import { fieldsOf } from '../notes/note';
import { noteSaveRequested } from '../notes/noteKinds';
import type { TagsOfNoteProps } from '../notes/tools/tagsOfNote';
import { withNoteLine } from './retag';
import { tagged } from './tagged';
import { lineOfNote } from './tagSelectors';
import { TagsDialog } from './TagsDialog';

/** Adds tags to the first line of a note, and takes them out. */
export default function TagsOfNote({ note, about, onClose }: TagsOfNoteProps) {
  const dispatch = useAppDispatch();
  return (
    <TagsDialog
      about={about}
      lines={[lineOfNote(note)]}
      onClose={onClose}
      onSet={change => {
        flushSync(onClose);
        const fields = withNoteLine(note, line => tagged(line, change));
        dispatch(noteSaveRequested({ fireId: note.notesFireId, base: fieldsOf(note), fields }));
      }}
    />
  );
}
