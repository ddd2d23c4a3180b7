import { nanoid } from '@reduxjs/toolkit';
import { tagKey } from '../../shared/tags';
import { fieldsOf as fieldsOfNote, type Note, type NoteFields } from '../notes/note';
import { noteSaveRequested } from '../notes/noteKinds';
import { tagSetting, type Settings } from '../settings/settings';
import { settingsChange } from '../settings/settingsChange';
import { selectSettings } from '../settings/settingsSlice';
import { requestChange } from '../sync/operations';
import { fieldsOf } from '../tasks/task';
import { taskSaveRequested } from '../tasks/taskActions';
import { lineOfNote, selectNotesWith, selectTasksWith, type TagsRoot } from './tagSelectors';
import { retaggedTitle } from './tagged';

/** The fields of a note with the line changed in which its tags are. */
export function withNoteLine(note: Note, change: (line: string) => string): NoteFields {
  const { noteTitle, noteDescription } = fieldsOfNote(note);
  if (noteTitle.trim() !== '') return { noteTitle: change(noteTitle), noteDescription };
  const line = lineOfNote(note);
  return { noteTitle, noteDescription: noteDescription.replace(line, () => change(line)) };
}

type Store = {
  getState: () => TagsRoot & Parameters<typeof selectSettings>[0];
  dispatch: (action: ReturnType<typeof requestChange>) => unknown;
};

/** The chosen place and colour of a tag go with it, unless the other has its own. */
function settingsMoved(settings: Settings, tag: string, to: string) {
  const [from, under] = [tagSetting(tag), tagSetting(tagKey(to))];
  const chosen = settings[from];
  if (!chosen || from === under) return null;
  const { word: _word, ...rest } = chosen;
  const moved = { ...rest, ...(to !== tagKey(to) && { word: to }) };
  return settingsChange(settings, { [from]: null, [under]: settings[under] ?? moved });
}

/**
 * Renames a tag, to one that may exist already, or takes it out (`to` null), on all tasks and notes, done ones too. One
 * operation each makes one step of the history; requested in one turn, the device stores all or none.
 */
export function retag({ getState, dispatch }: Store, tag: string, to: string | null) {
  const [tasks, notes] = [selectTasksWith(getState(), tag), selectNotesWith(getState(), tag)];
  const settings = to === null ? null : settingsMoved(selectSettings(getState()), tag, to);
  const options = { changeId: nanoid(), isOfMany: tasks.length + notes.length > 1 };
  for (const task of tasks) {
    const base = fieldsOf(task);
    const taskName = retaggedTitle(task.taskName, tag, to);
    dispatch(taskSaveRequested(task, base, { ...base, taskName }, options));
  }
  for (const note of notes) {
    const fields = withNoteLine(note, line => retaggedTitle(line, tag, to));
    dispatch(noteSaveRequested({ fireId: note.notesFireId, base: fieldsOfNote(note), fields }, options));
  }
  if (settings) dispatch(requestChange(settings, options));
}
