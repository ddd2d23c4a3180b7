import type { Records } from '../services/database';
import { dayInWords, storedOfDay, type Day } from '../lib/days';
import type { TaskListName } from '../tasks/task';
import { dayOfRelative } from './days';
import { problemOf, type Item, type Problem, type Reading, type Source, type TaskItem } from './reading';

type Draft = {
  line: number;
  name: string;
  description: string;
  list: TaskListName;
  day: Day | null;
  /** ISO instant. */
  doneAt?: string | null;
};

/** Lists, projects, folders and labels that say so are Work, all others Personal. */
export const listOfLabels = (...labels: string[]): TaskListName =>
  labels.some(label => /\bwork\b/i.test(label)) ? 'work' : 'personal';

/** Gathers what the rows of a CSV file say, and what can't be taken of them. */
export function gather(source: Source, problems: readonly Problem[]) {
  const reading: Reading = { source, items: [], problems: [...problems] };
  const lines = new Map<Item, number>();
  const say = (line: number, text: string) => void reading.problems.push({ line, text });
  const add = (line: number, item: Item) => {
    reading.items.push(item);
    lines.set(item, line);
  };
  return {
    say,
    /**
     * The day of a row: what its words name, else what they mean on the day of the file. That, and words that mean no
     * certain day, are told.
     */
    dayOf(line: number, words: string, named: Day | null, writtenOn: Day | null): Day | null {
      if (words === '' || named !== null) return named;
      const meant = writtenOn && dayOfRelative(words, writtenOn);
      if (!meant) say(line, dateless(words));
      else
        say(
          line,
          `“${words}” is read as ${dayInWords(meant, '')}: the file was written on ${dayInWords(writtenOn, '')}.`,
        );
      return meant;
    },
    addTask({ line, name, description, list, day, doneAt = null }: Draft): TaskItem {
      const taskDueDate = day === null ? '' : storedOfDay(day);
      const record = {
        taskName: name,
        taskDescription: description,
        taskList: list,
        taskDueDate,
        taskId: null,
      };
      const beside: Records = doneAt === null ? {} : { done: doneAt };
      const item: TaskItem = { kind: 'task', key: null, deletedAt: null, record, beside };
      add(line, item);
      return item;
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
        if (problem) say(lines.get(item)!, `This row is left out: ${problem}`);
        return !problem;
      });
      reading.problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
      return reading;
    },
  };
}

/** Words that stand in for a day which could not be read, kept where the person finds them. */
export const withWords = (description: string, label: string, words: string) =>
  [description, `${label}: ${words}`].filter(part => part !== '').join('\n\n');

const dateless = (words: string) =>
  `“${words}” is not a day: the task is added without a date, and keeps these words in its description.`;
