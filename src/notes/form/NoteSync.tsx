import { nanoid } from '@reduxjs/toolkit';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { OthersNotice } from '../../ui/OthersNotice';
import { SyncNotice } from '../../ui/SyncNotice';
import { requestChange } from '../../sync/operations';
import { discardRequested, retryRequested } from '../../sync/queue/queueSlice';
import { fieldsOf, fieldsOfRecord, type Note } from '../note';
import { noteChange, noteItemKey, noteSaveRequested } from '../noteKinds';
import { selectNoteOthers, selectNoteSync } from '../notesSelectors';

/** Lines of the note's form about its way to the server and about other devices, with their buttons. */
export function NoteSync({ note, onDelete }: { note: Note; onDelete: () => void }) {
  const fireId = note.notesFireId;
  const dispatch = useAppDispatch();
  const sync = useAppSelector(state => selectNoteSync(state, fireId));
  const others = useAppSelector(state => selectNoteOthers(state, fireId));
  const itemKey = noteItemKey(fireId);
  const theirs = fieldsOfRecord({ ...fieldsOf(note), ...others?.fields })!;
  const dismiss = (changeId?: string) =>
    dispatch(
      requestChange(
        noteChange('note/dismiss', { fireId, title: note.noteTitle }),
        changeId ? { changeId } : {},
      ),
    );
  return (
    <>
      <SyncNotice
        sync={sync}
        onRetry={() => dispatch(retryRequested({ itemKey }))}
        onDiscard={() => dispatch(discardRequested({ itemKey }))}
      />
      <OthersNotice
        others={others}
        differences={labels.flatMap(([field, label]) =>
          others?.fields && field in others.fields ? [[label, theirs[field]] as const] : [],
        )}
        onTake={() => {
          const id = nanoid();
          dispatch(noteSaveRequested({ fireId, base: fieldsOf(note), fields: theirs }, { id }));
          dismiss(id);
        }}
        onDelete={onDelete}
        onDismiss={() => dismiss()}
      />
    </>
  );
}

const labels = [
  ['noteTitle', 'Title'],
  ['noteDescription', 'Description'],
] as const;
