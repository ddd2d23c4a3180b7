/** Random content: ordinary texts, and texts with characters that are special in file formats. */
import fc from 'fast-check';
import type { Json, Records } from '../../../src/services/database';
import type { Content } from '../../../src/transfer/formats/content';

export const emptyContent: Content = {
  tasks: {},
  notes: {},
  done: {},
  repeats: {},
  occurrences: {},
  order: {},
  times: {},
  looks: {},
  trash: { tasks: {}, notes: {} },
};

const odd = fc.constantFrom(
  '=1+1',
  '+49 30 1234',
  '-minus',
  '@home',
  "'=quoted",
  "''",
  'a, b; c',
  'say "hi"',
  'two\nlines',
  'three\r\nlines\r\nhere',
  'tab\there',
  '👩‍👩‍👧 family 🎉',
  'Привет, 世界, é',
  '\\n is no line',
  'BEGIN:VCALENDAR',
  '# heading',
  'Buy #food for #Two-words',
  '#only #tags',
  'Report #home-work #ünï_1',
  'a\\ #inbox, #12 #work',
  '  spaces  ',
  '\uFEFFmark',
  '\u2028separator',
  ' '.repeat(80) + 'ß'.repeat(80),
);
export const words = fc.oneof(
  odd,
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ maxLength: 60 }),
);
const name = words.filter(text => text !== '');
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map(date => `${date.toISOString().slice(0, 10)}T00:00:00.000Z`);
export const instant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map(date => date.toISOString());
const key = fc.oneof(
  fc.stringMatching(/^-[A-Za-z0-9_-]{19}$/),
  fc.constantFrom('0', '7', '007', '__proto__', 'constructor', 'é 😀', '-Nabc;,\\"', 'toString'),
);

export const taskRecords = fc.record({
  taskName: name,
  taskDescription: words,
  taskList: fc.constantFrom('personal', 'work'),
  taskDueDate: fc.oneof(day, fc.constant('')),
  taskId: fc.integer({ min: 0, max: 9_999_999 }),
});
const noteRecords = fc.record({ noteTitle: words, noteDescription: words });

const recordsOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc
    .uniqueArray(fc.tuple(key, value), { selector: ([first]) => first, maxLength: 12 })
    .map(entries => Object.fromEntries(entries) as unknown as Records);
const trashOf = (records: fc.Arbitrary<object>) =>
  recordsOf(fc.record({ deletedAt: instant, record: records }));

/** Looks that the rules allow, including a paper that this version does not know. */
const looks = fc
  .record(
    {
      colour: fc.constantFrom('lemon', 'chalk', 'unheardof'),
      pinned: fc.constant(true),
      place: fc.constantFrom('a0', 'a0V', 'Zz', 'h00000001', 'x'),
    },
    { requiredKeys: [] },
  )
  .filter(look => Object.keys(look).length > 0);

/** Repeats and noted occurrences that the rules allow: the open day has no note. */
const repeats = fc
  .record(
    {
      rule: fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', 'FREQ=MONTHLY;BYMONTHDAY=-1'),
      first: fc.constant('2026-03-01'),
      at: fc.constantFrom('2026-03-31', '2026-04-07'),
      after: fc.constant(true as const),
    },
    { requiredKeys: ['rule', 'first', 'at'] },
  )
  .map(repeat => (repeat.rule.startsWith('FREQ=M') ? { ...repeat, at: '2026-03-31' } : repeat));
const occurrences = fc.dictionary(
  fc.constantFrom('2026-03-03', '2026-03-10', '2026-03-17'),
  fc.oneof(instant, fc.constant('skipped')),
  { minKeys: 1 },
);

const orders = fc.record({
  day: fc.constantFrom('2026-03-10', 'undated'),
  place: fc.constantFrom('a0', 'a0V', 'Zz'),
});

const timings = fc.record(
  { time: fc.constantFrom('00:00', '09:05', '23:59'), remind: fc.constantFrom(0, 15, 10_080) },
  { requiredKeys: ['time'] },
);

/** Content that the database's rules allow: ticks belong to tasks, looks to notes. */
export const contents: fc.Arbitrary<Content> = fc
  .record({
    tasks: recordsOf(taskRecords),
    notes: recordsOf(noteRecords),
    trash: fc.record({ tasks: trashOf(taskRecords), notes: trashOf(noteRecords) }),
    marks: fc.array(instant, { maxLength: 6 }),
    papers: fc.array(looks, { maxLength: 6 }),
    repeats: fc.array(repeats, { maxLength: 6 }),
    rounds: fc.array(occurrences, { maxLength: 6 }),
    orders: fc.array(orders, { maxLength: 6 }),
    timings: fc.array(timings, { maxLength: 6 }),
  })
  .map(
    ({
      tasks,
      notes,
      trash: deleted,
      marks,
      papers,
      repeats: repeated,
      rounds,
      orders: placed,
      timings: timed,
    }) => {
      /** A key is in its list or in the trash, never in both. */
      const without = (copies: Records, listed: Records): Records =>
        Object.fromEntries(Object.entries(copies).filter(([name]) => !Object.hasOwn(listed, name)));
      const trash = { tasks: without(deleted.tasks, tasks), notes: without(deleted.notes, notes) };
      /** Assigns a value to every second record. */
      const beside = (values: readonly Json[], ...lists: Records[]): Records => {
        const keys = [...new Set(lists.flatMap(Object.keys))];
        const entries = values.flatMap((value, at) =>
          keys[at * 2] === undefined ? [] : [[keys[at * 2]!, value]],
        );
        return Object.fromEntries(entries) as Records;
      };
      return {
        tasks,
        notes,
        trash,
        done: beside(marks, tasks, trash.tasks),
        repeats: beside(repeated, tasks, trash.tasks),
        occurrences: beside(rounds, tasks, trash.tasks),
        order: beside(placed, tasks, trash.tasks),
        times: beside(timed, tasks, trash.tasks),
        looks: beside(papers, notes, trash.notes),
      };
    },
  );
