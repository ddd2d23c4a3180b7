import { noteGivesWay } from '../notes/noteGivesWay';
import type { NewOperation } from '../sync/operations';
import type { GiveWay } from '../sync/queue';
import { isTaskOperation, type TaskOperation } from '../tasks/taskOperations';
import { taskGivesWay } from '../tasks/taskGivesWay';
import { isNoteOperation, type NoteOperation } from '../notes/noteOperations';

/** What becomes of an operation behind a held one, as its feature says. */
export const giveWay: GiveWay = (held, next) => {
  if (isTaskOperation(next))
    return taskGivesWay(held as NewOperation<TaskOperation>, next as NewOperation<TaskOperation>);
  if (isNoteOperation(next))
    return noteGivesWay(held as NewOperation<NoteOperation>, next as NewOperation<NoteOperation>);
  return 'behind';
};
