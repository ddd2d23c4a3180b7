import type { Records } from '../../services/database';
import { withBox } from '../../lib/text/checklist';
import { dayInWords, storedOfDay, type Day } from '../../lib/days/days';
import type { TaskListName } from '../../tasks/task';
import type { Repeat } from '../../repeats/repeat';
import { dayOfRelative } from './days';
import {
  problemOf,
  type Item,
  type Problem,
  type Reading,
  type ReadOptions,
  type Source,
  type TaskItem,
} from './reading';

type Draft = {
  /** Null in a file that has no rows: there what is said names the task. */
  line: number | null;
  name: string;
  description: string;
  list: TaskListName;
  day: Day | null;
  /** ISO instant. */
  doneAt?: string | null;
  /** As in our form, what repeats is due on a day of its rule. */
  repeat?: Repeat | null;
  /** The open occurrence of the repeat was moved to the day. */
  isMoved?: boolean;
};

/** Options for reading the words of a day. */
type WordsOptions = Pick<ReadOptions, 'writtenOn' | 'language'>;
const WITH_YEAR = /\d{4}/;

/** Lists, projects, folders and labels that say so are Work, all others Personal. */
export const listOfLabels = (...labels: string[]): TaskListName =>
  labels.some(label => /\bwork\b/i.test(label)) ? 'work' : 'personal';

function taskItemOf(draft: Draft): TaskItem {
  const { name, description, list, day, doneAt = null, repeat = null, isMoved = false } = draft;
  const due = repeat && !isMoved ? repeat.at : day;
  const taskDueDate = due === null ? '' : storedOfDay(due);
  const record = { taskName: name, taskDescription: description, taskList: list, taskDueDate, taskId: null };
  const beside: Records = {
    ...(doneAt !== null && { done: doneAt }),
    ...(repeat && { repeats: { ...repeat } }),
  };
  return { kind: 'task', key: null, deletedAt: null, record, beside };
}

/** Gathers what the rows of a CSV file, or the tasks of another one, say, and what can't be taken of them. */
export function gather(source: Source, problems: readonly Problem[]) {
  const reading: Reading = { source, items: [], problems: [...problems] };
  const lines = new Map<Item, number | null>();
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
     * The day of a row: what its words name, else what they mean on the day of the file. That, and words that mean no
     * certain day, are told.
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
     * A task that another one has: a part of it, where it is words alone; with a day or a description it stays a task, and
     * that is told. Answers that task.
     */
    addSubtask({ record }: TaskItem, draft: Draft): TaskItem | null {
      const { line, name, description, day, doneAt = null } = draft;
      if (name !== '' && (day !== null || description !== '')) {
        const why = `a part of “${record.taskName}” would have no ${day === null ? 'description' : 'date'}.`;
        say(line, `“${name}” is added as a task of its own: ${why}`);
        return addTask(draft);
      }
      if (name === '') say(line, 'This row is left out: it has no name.');
      else record.taskDescription = withBox(record.taskDescription, name, doneAt !== null);
      return null;
    },
    addNote(line: number, noteTitle: string, noteDescription: string) {
      add(line, {
        kind: 'note',
        key: null,
        deletedAt: null,
        record: { noteTitle, noteDescription },
        beside: {},
      });
    },
    /** All that was gathered; what the database would refuse is left out and told. */
    end(): Reading {
      reading.items = reading.items.filter(item => {
        const problem = problemOf(item);
        if (problem) {
          const line = lines.get(item)!;
          say(line, `${line === null ? `“${titleOf(item)}”` : 'This row'} is left out: ${problem}`);
        }
        return !problem;
      });
      reading.problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
      return reading;
    },
  };
}

const titleOf = ({ kind, record }: Item) =>
  (kind === 'task' ? record.taskName : record.noteTitle).slice(0, 100);

/** Words that stand in for a day which could not be read, kept where the person finds them. */
export const withWords = (description: string, label: string, words: string) =>
  [description, `${label}: ${words}`].filter(part => part !== '').join('\n\n');

const dateless = (words: string) =>
  `“${words}” is not a day: the task is added without a date, and keeps these words in its description.`;

/** Problem of a repeat that cannot be carried over; `from` is the day on which it would begin. */
export const noRepeat = (words: string, from: Day | null) =>
  from === null
    ? `“${words}” is left out: the task has no day from which it could repeat.`
    : `“${words}” is left out: it does not say when the task repeats.`;
/** Problem of a time of the day, beside a day or a repeat that is carried over. */
export const noTime = (time: string) => `The time “${time}” is left out: a task has a day alone.`;
/** The same in a file whose lines say nothing to people. */
export const noTimeOf = (name: string, time: string) => `“${name}”: ${noTime(time).replace(/^T/, 't')}`;
