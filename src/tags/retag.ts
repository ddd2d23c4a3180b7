import { nanoid } from '@reduxjs/toolkit';
import { retagged, tagName } from '../../shared/tags';
import { fieldsOf as fieldsOfNote, type Note, type NoteFields } from '../notes/note';
import { noteSaveRequested } from '../notes/noteKinds';
import { fieldsOf } from '../tasks/task';
import { taskSaveRequested } from '../tasks/taskActions';
import { lineOfNote, selectNotesWith, selectTasksWith, type TagsRoot } from './tagSelectors';

/** A title with a tag renamed, or taken out; its word stays where nothing else is in the title. */
const retaggedTitle = (title: string, tag: string, to: string | null): string =>
  retagged(title, tag, to) || tagName(tag);

/** The fields of a note with the line changed in which its tags are. */
export function withNoteLine(note: Note, change: (line: string) => string): NoteFields {
  const { noteTitle, noteDescription } = fieldsOfNote(note);
  if (noteTitle.trim() !== '') return { noteTitle: change(noteTitle), noteDescription };
  const line = lineOfNote(note);
  return { noteTitle, noteDescription: noteDescription.replace(line, () => change(line)) };
}

type Store = {
  getState: () => TagsRoot;
  dispatch: (action: ReturnType<typeof noteSaveRequested>) => unknown;
};

/**
 * Renames a tag, to one that may exist already, or takes it out (`to` null), on all tasks and notes, done ones too. One
 * operation each makes one step of the history; requested in one turn, the device stores all or none.
 */
export function retag({ getState, dispatch }: Store, tag: string, to: string | null) {
  const [tasks, notes] = [selectTasksWith(getState(), tag), selectNotesWith(getState(), tag)];
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
}
