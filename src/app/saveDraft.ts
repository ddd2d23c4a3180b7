import type { NoteFields } from '../notes/note';
import { noteSaveRequested } from '../notes/noteKinds';
import { selectNote } from '../notes/notesSelectors';
import { noteAddRequested } from '../notes/notesSlice';
import type { FormDraft } from '../services/device';
import { taskRepeatRequested, taskSaveRequested } from '../tasks/taskActions';
import { selectTask } from '../tasks/tasksSelectors';
import { taskAddAtOnceRequested } from '../tasks/wire/taskAdding';
import { fieldsOf, repeatOf, type TaskValues } from '../tasks/form/taskValues';
import { selectFirstDayOfWeek } from '../settings/weekSelectors';
import { selectToday, type KeptDraft } from '../ui/uiSlice';
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
  const state = getState();
  const repeat = repeatOf(values as TaskValues, selectToday(state), selectFirstDayOfWeek(state));
  if (task) {
    const { id } = dispatch(taskSaveRequested(task, fieldsOf(base as TaskValues), fields)).payload;
    if (values.repeat === base.repeat) return id;
    return dispatch(taskRepeatRequested(task, { repeat }, { changeId: id })).payload.id;
  }
  return dispatch(taskAddAtOnceRequested(fields, repeat)).payload.operationId;
}
