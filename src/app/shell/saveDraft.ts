import type { NoteFields } from '../../notes/note';
import { noteAddRequested } from '../../notes/notesSlice';
import type { FormDraft } from '../../services/device';
import { taskAddAtOnceRequested } from '../../tasks/wire/taskAdding';
import { newTaskOf, type TaskValues } from '../../tasks/form/taskValues';
import { selectFirstDayOfWeek } from '../../settings/weekSelectors';
import { selectToday, type KeptDraft } from '../../ui/uiSlice';
import type { AppStore } from '../store/rootReducer';

/** Adds the draft of a form that was left, of a new item or of one that was deleted. Returns the operation's id. */
export function saveDraft(
  { dispatch, getState }: AppStore,
  { form, look }: KeptDraft,
  { values }: FormDraft,
): string {
  if (form.startsWith('note/'))
    return dispatch(noteAddRequested(values as NoteFields, look)).payload.operationId;
  const state = getState();
  const calendar = { today: selectToday(state), weekStart: selectFirstDayOfWeek(state) };
  const { fields, beside } = newTaskOf(values as TaskValues, calendar);
  return dispatch(taskAddAtOnceRequested(fields, beside)).payload.operationId;
}
