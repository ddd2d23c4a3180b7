import type { NoteFields } from '../notes/note';
import { noteSaveRequested } from '../notes/noteKinds';
import { selectNote } from '../notes/notesSelectors';
import { noteAddRequested } from '../notes/notesSlice';
import type { FormDraft } from '../services/device';
import { taskSaveRequested } from '../tasks/taskActions';
import { selectTask } from '../tasks/tasksSelectors';
import { taskAddClosed, taskAddRequested } from '../tasks/tasksSlice';
import { fieldsOf, type TaskValues } from '../tasks/taskValues';
import type { KeptDraft } from '../ui/uiSlice';
import type { AppStore } from './rootReducer';

/**
 * Saves the words of a form that was left, over what the person saw when they began. What is not there any more is added
 * anew. Answers the id of the operation.
 */
export function saveDraft(
  { dispatch, getState }: AppStore,
  { form, look }: KeptDraft,
  { base, values }: FormDraft,
): string {
  const [type, key = ''] = form.split('/');
  if (type === 'note') {
    const fields = values as NoteFields;
    if (!selectNote(getState(), key)) return dispatch(noteAddRequested(fields, look)).payload.operationId;
    return dispatch(noteSaveRequested({ fireId: key, base: base as NoteFields, fields })).payload.id;
  }
  const fields = fieldsOf(values as TaskValues);
  const task = key === 'new' ? undefined : selectTask(getState(), Number(key));
  if (task) return dispatch(taskSaveRequested(task, fieldsOf(base as TaskValues), fields)).payload.id;
  const { operationId } = dispatch(taskAddRequested(fields)).payload;
  dispatch(taskAddClosed({ operationId })); // nobody waits for the answer
  return operationId;
}
