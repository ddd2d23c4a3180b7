import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { daywallJson } from '../../src/transfer/formats/daywall/daywallJson';
import { tasksCsv } from '../../src/transfer/formats/daywall/daywallCsv';
import { tasksIcs } from '../../src/transfer/formats/ics/ics';
import { markdownOf } from '../../src/transfer/formats/markdown/markdown';
import { problemOf } from '../../src/transfer/formats/reading';
import { work } from '../../src/transfer/work';
import { previewOf } from '../../src/transfer/import/preview';
import { emptyContent } from '../support/app/content';
import { taskRecord } from '../support/app/operations';
import { times } from '../support/long';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const options = { name: 'file', now: NOW, writtenOn: '2026-11-27', language: 'en-GB' };
const FOLDER = resolve(__dirname, 'fixtures/cases');
const content = {
  ...emptyContent,
  tasks: {
    '-a': taskRecord(1, { taskName: 'Süt al 🥛', taskDescription: '- [ ] one\n- [x] two' }),
    '-b': taskRecord(2, { taskName: 'Bins', taskDueDate: '2026-12-01T00:00:00.000Z' }),
  },
  notes: { '-n': { noteTitle: 'Notiz', noteDescription: 'Grüße' } },
  repeats: { '-b': { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-12-01', at: '2026-12-01' } },
};
const tickTick =
  '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Completed Time","Timezone","Is All Day","taskId","parentId"\n' +
  '"Home","Chores","Bins","CHECKLIST","a, b","▫Blue▪Green","Y","","2026-12-25T22:00:00+0000","","FREQ=WEEKLY","5","0","","Europe/Berlin","true","1",""\n';
const keep = JSON.stringify({
  title: 'Milk',
  textContent: 'Two',
  color: 'RED',
  isPinned: true,
  isTrashed: false,
});
const superProductivity = JSON.stringify({
  task: {
    ids: ['a'],
    entities: {
      a: { id: 'a', title: 'Paint', subTaskIds: ['b'] },
      b: { id: 'b', title: 'Blue', parentId: 'a', subTaskIds: [] },
    },
  },
});
const SEEDS: [string, Uint8Array][] = [
  ...readdirSync(FOLDER).map((name): [string, Uint8Array] => [
    name,
    new Uint8Array(readFileSync(resolve(FOLDER, name))),
  ]),
  ...Object.entries({
    'own.json': daywallJson(content),
    'own.csv': tasksCsv(content),
    'own.ics': tasksIcs(content, NOW),
    'own.md': markdownOf(content),
    'ticktick.csv': tickTick,
    'keep.json': keep,
    'super.json': superProductivity,
    'table.csv': 'What;When\nMüll;24.12.2026\nBrot;\n',
  }).map(([name, text]): [string, Uint8Array] => [name, strToU8(text)]),
  ['keep.zip', zipSync({ 'Keep/Milk.json': strToU8(keep), 'a.csv': strToU8(tickTick) })],
];
const seed = fc.constantFrom(...SEEDS.map(([, bytes]) => bytes));
const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap(part => [...part]));
const utf16 = (bytes: Uint8Array, mark: boolean) =>
  new Uint8Array([
    ...(mark ? [0xff, 0xfe] : []),
    ...Buffer.from(Buffer.from(bytes).toString('utf8'), 'utf16le'),
  ]);

/** A file that is cut, joined, damaged, or in another encoding. */
const damaged = fc.oneof(
  fc
    .tuple(seed, fc.nat(), fc.nat())
    .map(([bytes, from, to]) => bytes.subarray(from % (bytes.length + 1), to % (bytes.length + 1))),
  fc.tuple(seed, fc.nat()).map(([bytes, to]) => bytes.subarray(0, to % (bytes.length + 1))),
  fc.array(seed, { minLength: 2, maxLength: 3 }).map(joined),
  fc
    .tuple(seed, seed, fc.nat())
    .map(([one, other, at]) => joined([one.subarray(0, at % (one.length + 1)), other])),
  fc.tuple(seed, fc.boolean()).map(([bytes, mark]) => utf16(bytes, mark)),
  seed.map(bytes => new Uint8Array(Buffer.from(Buffer.from(bytes).toString('utf8'), 'latin1'))),
  seed.map(bytes => strToU8(Buffer.from(bytes).toString('latin1'))),
  seed.map(bytes => strToU8(Buffer.from(bytes).toString('utf8').replace(/\r?\n/g, '\r'))),
  fc
    .tuple(seed, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }))
    .map(([bytes, changes]) => {
      const changed = Uint8Array.from(bytes);
      for (const [at, byte] of changes) changed[at % changed.length] = byte;
      return changed;
    }),
);

/** Reads files as the worker does, and checks that people are told something, and that the database takes what is read. */
function check(...files: Uint8Array[]) {
  const result = work({
    type: 'read',
    files: files.map((bytes, at) => ({ name: `file${at}.csv`, bytes: Uint8Array.from(bytes).buffer })),
    options,
  });
  if ('unreadable' in result) return expect(result.unreadable).toMatch(/^[A-Z].*\.$/s);
  const { reading } = result as Extract<typeof result, { reading: unknown }>;
  expect(reading.items.length + reading.problems.length).toBeGreaterThan(0);
  expect(reading.items.map(problemOf).filter(problem => problem !== null)).toEqual([]);
  for (const { text } of reading.problems) expect(text).toMatch(/\S.*\.$/s);
  const preview = previewOf(reading, new Set(), null);
  expect(JSON.parse(JSON.stringify(preview))).toEqual(preview);
}

test.each(SEEDS)('%s is read', (_name, bytes) => check(bytes));

test('A file that is cut, joined, damaged or encoded anew is read or refused', () => {
  fc.assert(
    fc.property(damaged, bytes => void check(bytes)),
    { numRuns: times(150, 20_000) },
  );
});

test('So are several such files together', () => {
  fc.assert(
    fc.property(fc.array(damaged, { minLength: 2, maxLength: 4 }), files => void check(...files)),
    { numRuns: times(20, 2000) },
  );
});

test.each([
  ['folds in a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:A' + '\r\n \xc3'.repeat(100_000)],
  [
    'dates in a calendar',
    `BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\nDUE:20261201\nRRULE:FREQ=DAILY\n${'EXDATE:20261201\n'.repeat(times(10_000, 50_000))}END:VTODO\nEND:VCALENDAR`,
  ],
  ['quotes in a table', `Subject,Due Date\n${'"'.repeat(200_001)}`],
  ['signs of Obsidian', `- [ ] A ${'📅 2026-12-01 '.repeat(3000)}`],
  ['repeats of Obsidian', `- [ ] A ${'🔁 every '.repeat(3000)}`],
  ['fields of Obsidian', `- [ ] A ${'[due:: '.repeat(2500)}`],
  ['fences', '```\n'.repeat(50_001)],
  ['comments with files', `TYPE,CONTENT\ntask,A\nnote,"${'[[file {'.repeat(times(5000, 20_000))}"\n`],
  [
    'a chain of subtasks',
    `TYPE,CONTENT,INDENT\n${Array.from({ length: times(800, 3000) }, (_, at) => `task,A,${at + 1}`).join('\n')}\n`,
  ],
])('Many %s are no hang', (_what, text) => {
  check(Uint8Array.from(Buffer.from(text, 'utf8')));
});

const todo = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VTODO', 'SUMMARY:A', ...lines, 'END:VTODO', 'END:VCALENDAR'].join('\n');
const ofTickTick = (due: string, repeat: string, zone: string) =>
  `"List Name","Title","Due Date","Repeat","Timezone"\n"__proto__","A","${due}","${repeat}","${zone}"\n`;
test.each([
  todo('DUE:20261201T999999Z', 'COMPLETED:20261201T999999Z'),
  todo('DUE;TZID=America/New_York:20261201T190000', 'RRULE:FREQ=DAILY;UNTIL=20261231T999999Z'),
  todo('DUE;TZID=America/New_York:00010101T000000', 'RRULE:FREQ=DAILY;UNTIL=00010101T000000Z'),
  todo('DUE;TZID=America/New_York:20261201T190000', 'RRULE:FREQ=DAILY', 'EXDATE:20269999T999999Z'),
  todo('DTSTART:99991231T999900', 'DTEND:20261301T110000', 'DURATION:P99999D', 'PRIORITY:x'),
  ofTickTick('2026-06-26T12:00:00+0000', 'FREQ=DAILY;UNTIL=20269999T129999Z', 'Europe/Berlin'),
  ofTickTick('9999-12-31T23:00:00+0000', 'FREQ=DAILY;UNTIL=99991231T230000Z', 'Europe/Berlin'),
  'Name;Description;List;Due;Done;Repeats\nA;;x;99.99.9999;31.02.2026;\nB;;x;01.01.0001;;FREQ=DAILY\n',
  '- [ ] A 📅 2026-02-31 ✅ 0001-01-01 🔁 every 0 days\n',
])('Days and times that are none are told or passed over: %p', text => {
  check(Uint8Array.from(Buffer.from(text, 'utf8')));
});
