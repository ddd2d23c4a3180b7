import type { NoteFields } from '../../notes/note';
import { noteSaveRequested } from '../../notes/noteKinds';
import { selectNote } from '../../notes/notesSelectors';
import { noteAddRequested } from '../../notes/notesSlice';
import type { FormDraft } from '../../services/device';
import { selectTask } from '../../tasks/tasksSelectors';
import { taskAddAtOnceRequested } from '../../tasks/wire/taskAdding';
import { saveTask } from '../../tasks/form/saveTask';
import { changesOf, newTaskOf, type TaskValues } from '../../tasks/form/taskValues';
import { selectFirstDayOfWeek } from '../../settings/weekSelectors';
import { selectToday, type KeptDraft } from '../../ui/uiSlice';
import type { AppStore } from '../store/rootReducer';

/**
 * Saves the draft of a form that was left, over the version that the user saw when they began. A deleted item is added
 * again. Returns the operation's id.
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
  const task = key === 'new' ? undefined : selectTask(getState(), Number(key));
  const state = getState();
  const calendar = { today: selectToday(state), weekStart: selectFirstDayOfWeek(state) };
  if (task)
    return saveTask(dispatch, task, changesOf(values as TaskValues, base as TaskValues, task, calendar));
  const { fields, repeat } = newTaskOf(values as TaskValues, calendar);
  return dispatch(taskAddAtOnceRequested(fields, repeat)).payload.operationId;
}
