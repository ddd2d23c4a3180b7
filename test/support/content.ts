/** Random content: ordinary texts, and those with characters that file formats treat specially. */
import fc from 'fast-check';
import type { Records } from '../../src/services/database';
import type { Content } from '../../src/transfer/content';

export const emptyContent: Content = { tasks: {}, notes: {}, done: {}, trash: { tasks: {}, notes: {} } };

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

/** Content as the database's rules let it be: marks belong to tasks. */
export const contents: fc.Arbitrary<Content> = fc
  .record({
    tasks: recordsOf(taskRecords),
    notes: recordsOf(noteRecords),
    trash: fc.record({ tasks: trashOf(taskRecords), notes: trashOf(noteRecords) }),
    marks: fc.array(instant, { maxLength: 6 }),
  })
  .map(({ tasks, notes, trash, marks }) => {
    const keys = [...new Set([...Object.keys(tasks), ...Object.keys(trash.tasks)])];
    const done = marks.flatMap((mark, at) => (keys[at * 2] === undefined ? [] : [[keys[at * 2]!, mark]]));
    return { tasks, notes, trash, done: Object.fromEntries(done) as Records };
  });
