import type { Records } from '../../services/database';
import { withSubtask } from '../../lib/text/subtasks';
import { dayInWords, storedOfDay, type Day } from '../../lib/days/days';
import type { TaskListName } from '../../tasks/task';
import type { Repeat } from '../../repeats/repeat';
import { dayOfRelative } from './days';
import {
  nameWithDetails,
  noteWithDetails,
  withDetails,
  withoutLists,
  withTags,
  type Details,
} from './details';
import {
  problemOf,
  type Item,
  type Problem,
  type Reading,
  type ReadOptions,
  type Source,
  type TaskItem,
} from './reading';
import { timesOf, type Timed } from './times';

type Draft = {
  /** Null in a file without rows, in which problems name the task instead. */
  line: number | null;
  name: string;
  description: string;
  list: TaskListName;
  day: Day | null;
  /** ISO instant. */
  doneAt?: string | null;
  /** Like in the form, a repeating task is due on a day of its rule. */
  repeat?: Repeat | null;
  /** True when the open occurrence of the repeat was moved to this day. */
  isMoved?: boolean;
  details?: Details;
} & Timed;

/** The options for parsing days. */
type WordsOptions = Pick<ReadOptions, 'writtenOn' | 'language'>;
const WITH_YEAR = /\d{4}/;

/** Lists, projects, folders and labels with such a name become Work, all others Personal. */
export const listOfLabels = (...labels: string[]): TaskListName =>
  labels.some(label => /\bwork\b/i.test(label)) ? 'work' : 'personal';

function taskItemOf(draft: Draft): TaskItem {
  const { list, day, doneAt = null, repeat = null, isMoved = false } = draft;
  const details = withoutLists(draft.details ?? {});
  const name = draft.name === '' ? '' : withTags(draft.name, details);
  const description = withDetails(name, draft.description, details);
  const due = repeat && !isMoved ? repeat.at : day;
  const taskDueDate = due === null ? '' : storedOfDay(due);
  const record = { taskName: name, taskDescription: description, taskList: list, taskDueDate, taskId: null };
  const times = timesOf(draft);
  const beside: Records = {
    ...(times && { times }),
    ...(doneAt !== null && { done: doneAt }),
    ...(repeat && { repeats: { ...repeat } }),
  };
  return { kind: 'task', key: null, deletedAt: null, record, beside };
}

const noteItemOf = (noteTitle: string, noteDescription: string): Item => ({
  ...{ kind: 'note', key: null, deletedAt: null, beside: {} },
  record: { noteTitle, noteDescription },
});

/** Collects the items of a CSV file's rows, or of another file's tasks, and the problems. */
export function gather(source: Source, problems: readonly Problem[]) {
  const reading: Reading = { source, items: [], problems: [...problems] };
  const lines = new Map<Item, number | null>();
  const lost = new Map<string, number>();
  const say = (line: number | null, text: string) => void reading.problems.push({ line, text });
  const add = (line: number | null, item: Item) => {
    reading.items.push(item);
    lines.set(item, line);
  };
  const addTask = (draft: Draft): TaskItem => {
    const item = taskItemOf(draft);
    add(draft.line, item);
    return item;
  };
  return {
    say,
    /**
     * The due day of a row: the one that its text names, else its meaning on the day of the file. The latter, and an
     * ambiguous day, are reported as problems.
     */
    dayOf(line: number | null, words: string, named: Day | null, { writtenOn, language }: WordsOptions) {
      if (words === '' || named !== null) return named;
      const meant = writtenOn && dayOfRelative(words, { writtenOn, language });
      if (!meant) say(line, dateless(words));
      else if (!WITH_YEAR.test(words))
        say(
          line,
          `“${words}” is read as ${dayInWords(meant, '')}: the file was written on ${dayInWords(writtenOn, '')}.`,
        );
      return meant;
    },
    addTask,
    /**
     * Adds a subtask to the description of its parent if it has only a title; with a day or a description it stays a task,
     * which is reported. Returns that task, or null for a subtask.
     */
    addSubtask({ record }: TaskItem, draft: Draft): TaskItem | null {
      const { line, name, description, day, doneAt = null } = draft;
      if (name !== '' && (day !== null || description !== '')) {
        const why = `a subtask of “${record.taskName}” would have no ${day === null ? 'description' : 'date'}.`;
        say(line, `“${name}” is added as a task of its own: ${why}`);
        return addTask(draft);
      }
      if (name === '') say(line, 'This row is left out: it has no name.');
      else {
        const ofParent = `${record.taskName}\n${record.taskDescription}`;
        const words = nameWithDetails(name, withoutLists(draft.details ?? {}), ofParent);
        record.taskDescription = withSubtask(record.taskDescription, words, doneAt !== null);
      }
      return null;
    },
    /** Counts things that are not taken over, to be told once for the file. */
    lose: (what: string, count = 1) => void (count > 0 && lost.set(what, (lost.get(what) ?? 0) + count)),
    /** Names the columns that no task keeps, but for those that mean nothing outside of their program. */
    leaveColumns(unread: readonly string[], needless: readonly string[]) {
      const left = unread.filter(name => name !== '' && !needless.includes(name.toLowerCase()));
      if (left.length > 0) say(null, leftColumns([...new Set(left)]));
    },
    addNote(line: number, noteTitle: string, words: string, details: Details = {}) {
      add(line, noteItemOf(...noteWithDetails(noteTitle, words, withoutLists(details))));
    },
    /** All collected items; those that the database would refuse are omitted and reported. */
    end(): Reading {
      reading.items = reading.items.filter(item => {
        const problem = problemOf(item);
        if (problem) {
          const line = lines.get(item)!;
          say(line, `${line === null ? `“${titleOf(item)}”` : 'This row'} is left out: ${problem}`);
        }
        return !problem;
      });
      for (const [what, count] of lost) say(null, leftOut(what, count));
      reading.problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
      return reading;
    },
  };
}

const leftOut = (what: string, count: number) =>
  count === 1 ? `One ${what} is left out.` : `${count.toLocaleString('en')} ${what}s are left out.`;
const leftColumns = (names: readonly string[]) => {
  const quoted = names.map(name => `“${name}”`).join(', ');
  return names.length === 1 ? `The column ${quoted} is left out.` : `The columns ${quoted} are left out.`;
};

const titleOf = ({ kind, record }: Item) =>
  (kind === 'task' ? record.taskName : record.noteTitle).slice(0, 100);

/** Text that replaces an unreadable day, kept where the user finds it. */
export const withWords = (description: string, label: string, words: string) =>
  [description, `${label}: ${words}`].filter(part => part !== '').join('\n\n');

const dateless = (words: string) =>
  `“${words}” is not a day: the task is added without a date, and keeps these words in its description.`;

/** The problem of a repeat that cannot be imported; `from` is the day on which it would begin. */
export const noRepeat = (words: string, from: Day | null) =>
  from === null
    ? `“${words}” is left out: the task has no day from which it could repeat.`
    : `“${words}” is left out: it does not say when the task repeats.`;
/** The problem of several times of a day, or of one that is none. */
export const noTime = (time: string) => `The time “${time}” is left out: a task has one time, such as 14:30.`;
