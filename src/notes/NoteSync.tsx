import { useAppDispatch, useAppSelector } from '../app/hooks';
import { discardRequested, retryRequested } from '../sync/operations';
import { SyncNotice } from '../components/SyncNotice';
import { noteLane, type Found } from './noteOperations';
import { selectNote, selectNoteSync } from './notesSelectors';
import { noteKeepRequested, noteVersionChosen } from './notesSlice';

/** What the note's form says of its way to the server, and what can be done about it. */
export function NoteSync({ fireId }: { fireId: string }) {
  const dispatch = useAppDispatch();
  const sync = useAppSelector(state => selectNoteSync(state, fireId));
  const mine = useAppSelector(state => selectNote(state, fireId));
  const lane = noteLane(fireId);
  const found = sync.type === 'held' ? (sync.found as Found | undefined) : undefined;
  return (
    <SyncNotice
      sync={sync}
      differences={
        found?.type === 'versions' && (
          <>
            The other one:{' '}
            {[
              mine?.noteTitle !== found.theirs.noteTitle && `Title “${excerpt(found.theirs.noteTitle)}”`,
              mine?.noteDescription !== found.theirs.noteDescription &&
                `Description “${excerpt(found.theirs.noteDescription)}”`,
            ]
              .filter(Boolean)
              .join(', ')}
          </>
        )
      }
      onRetry={() => dispatch(retryRequested({ lane }))}
      onDiscard={() => dispatch(discardRequested({ lane }))}
      onKeepAsNew={() => dispatch(noteKeepRequested(fireId))}
      onChoose={version => dispatch(noteVersionChosen({ fireId, version }))}
    />
  );
}

/** As much of the other version as tells it apart. */
const excerpt = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
