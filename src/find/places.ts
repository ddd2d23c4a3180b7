import { editPath, paths } from '../app/paths';
import { dayInWords, type Day } from '../lib/days';
import type { Command } from '../keyboard/keyMap';
import { selectNote, type NotesRoot } from '../notes/notesSelectors';
import type { OpenNote } from '../notes/openNote';
import type { Task } from '../tasks/task';
import { selectTask, type TasksRoot, type View } from '../tasks/tasksSelectors';
import { commands } from './commandEntries';

type Kind = 'task' | 'done' | 'note' | 'trash' | 'command' | 'view';

/** What a result's key refers to in the current state. */
export type Place = {
  kind: Kind;
  /** A short text beside the title. */
  about: string;
  /** The shortcut of the same command. */
  keys: string | null;
} & ({ command: Command } | { path: string; state?: OpenNote });

/** The view that the task is in: by its day, or without one by its list. */
function viewOf({ taskDueDay, taskList }: Task, today: Day): View {
  if (taskDueDay === null) return taskList;
  return taskDueDay === today ? 'today' : taskDueDay > today ? 'upcoming' : 'previous';
}

function placeOfTask(task: Task, today: Day): Place {
  const isDone = task.doneAt !== null;
  return {
    kind: isDone ? 'done' : 'task',
    about: isDone ? 'Done' : dayInWords(task.taskDueDay, today),
    keys: null,
    path: editPath(isDone ? 'done' : viewOf(task, today), task.taskId),
  };
}

/** What Enter opens or runs for a result; null when it no longer exists. */
export function placeOf(state: TasksRoot & NotesRoot, found: string): Place | null {
  const [type, key] = [found.slice(0, found.indexOf(' ')), found.slice(found.indexOf(' ') + 1)];
  switch (type) {
    case 'task': {
      const task = selectTask(state, Number(key));
      return task ? placeOfTask(task, state.ui.today) : null;
    }
    case 'note':
      return selectNote(state, key)
        ? { kind: 'note', about: 'Note', keys: null, path: paths.wall, state: { note: key } }
        : null;
    case 'trash':
      return { kind: 'trash', about: 'Trash', keys: null, path: paths.trash };
    default: {
      const { command, keys } = commands.find(each => each.command === key)!;
      const isView = command.startsWith('/');
      return { kind: isView ? 'view' : 'command', about: isView ? 'Go to' : '', keys, command };
    }
  }
}
