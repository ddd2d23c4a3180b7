import { editPath, paths, tagPath } from '../routes';
import { dayInWords, type Day } from '../lib/days/days';
import { clockInWords } from '../lib/days/times';
import type { Command } from '../keyboard/keyMap';
import { selectNote, type NotesRoot } from '../notes/notesSelectors';
import type { OpenNote } from '../notes/openNote';
import { shownTime, type Task } from '../tasks/task';
import { selectTask, type TasksRoot, type View } from '../tasks/tasksSelectors';
import { commands } from './index/commandEntries';

type Kind = 'task' | 'done' | 'note' | 'trash' | 'command' | 'view';

/** The current item with a result's key. */
export type Target = {
  kind: Kind;
  /** A short text beside the title. */
  about: string;
  /** The shortcut of the result's command. */
  keys: string | null;
} & ({ command: Command } | { path: string; state?: OpenNote });

/** The view that lists the task, by its day. */
function viewOf({ taskDueDay }: Task, today: Day): View {
  if (taskDueDay === null) return 'no-date';
  return taskDueDay === today ? 'today' : taskDueDay > today ? 'upcoming' : 'previous';
}

/** `tomorrow 14:30`. */
function dayAndTime(task: Task, today: Day) {
  const time = shownTime(task);
  const day = dayInWords(task.taskDueDay, today);
  return time === undefined ? day : `${day} ${clockInWords(time)}`;
}

function targetOfTask(task: Task, today: Day): Target {
  const isDone = task.doneAt !== null;
  return {
    kind: isDone ? 'done' : 'task',
    about: isDone ? 'Done' : dayAndTime(task, today),
    keys: null,
    path: editPath(isDone ? 'done' : viewOf(task, today), task.taskId),
  };
}

/** The effect of Enter on a result: a page to open or a command to run; null when it no longer exists. */
export function targetOf(state: TasksRoot & NotesRoot, found: string): Target | null {
  const [type, key] = [found.slice(0, found.indexOf(' ')), found.slice(found.indexOf(' ') + 1)];
  switch (type) {
    case 'task': {
      const task = selectTask(state, Number(key));
      return task ? targetOfTask(task, state.ui.today) : null;
    }
    case 'note':
      return selectNote(state, key)
        ? { kind: 'note', about: 'Note', keys: null, path: paths.wall, state: { note: key } }
        : null;
    case 'tag':
      return { kind: 'view', about: 'Tag', keys: null, path: tagPath(key) };
    case 'trash':
      return { kind: 'trash', about: 'Trash', keys: null, path: paths.trash };
    default: {
      const { command, keys } = commands.find(each => each.command === key)!;
      const isView = command.startsWith('/');
      return { kind: isView ? 'view' : 'command', about: isView ? 'Go to' : '', keys, command };
    }
  }
}
