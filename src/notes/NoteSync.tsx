import { useAppDispatch, useAppSelector } from '../app/hooks';
import { discardRequested, retryRequested } from '../sync/queueSlice';
import { SyncNotice } from '../components/SyncNotice';
import type { NoteFields } from './note';
import { noteItemKey } from './noteKinds';
import { selectNote, selectNoteSync } from './notesSelectors';
import { noteKeepRequested, noteVersionChosen } from './notesSlice';

/** What the note's form says of its way to the server, and what can be done about it. */
export function NoteSync({ fireId }: { fireId: string }) {
  const dispatch = useAppDispatch();
  const sync = useAppSelector(state => selectNoteSync(state, fireId));
  const mine = useAppSelector(state => selectNote(state, fireId));
  const itemKey = noteItemKey(fireId);
  const conflict = sync.type === 'blocked' ? sync.conflict : undefined;
  const theirs = conflict?.type === 'versions' ? (conflict.theirs as NoteFields) : undefined;
  return (
    <SyncNotice
      sync={sync}
      differences={
        theirs && (
          <>
            The other version:{' '}
            {[
              mine?.noteTitle !== theirs.noteTitle && `Title “${excerpt(theirs.noteTitle)}”`,
              mine?.noteDescription !== theirs.noteDescription &&
                `Description “${excerpt(theirs.noteDescription)}”`,
            ]
              .filter(Boolean)
              .join(', ')}
          </>
        )
      }
      onRetry={() => dispatch(retryRequested({ itemKey }))}
      onDiscard={() => dispatch(discardRequested({ itemKey }))}
      onKeepAsNew={() => dispatch(noteKeepRequested(fireId))}
      onChoose={version => dispatch(noteVersionChosen({ fireId, version }))}
    />
  );
}

/** As much of the other version as tells it apart. */
const excerpt = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
