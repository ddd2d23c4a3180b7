/** Calendars of those who store as much as they may. No test here measures time. */
import { createCalendars } from '../../../server/feeds/calendar';
import { eventsIn } from '../../../server/feeds/events';
import type { Answer } from '../../../server/database/rest/answer';
import { parseNode } from '../../../server/database/tree/parse';
import { Branch, type Tree } from '../../../server/database/tree/node';
import type { Json } from '../../../server/lib/types';
import { ask } from '../../support/clients/http';
import { openFeed, stored } from '../../support/server/feeds';
import { startHere } from '../../support/server/serverHere';

const [MANY, SOME, BATCH] = [50_000, 300, 2_000];
const TODAY = '2026-11-29';
const LAST_WORKDAY = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1';
/** The same record under many keys: its texts are in memory once. */
const many = (record: Json, count: number): Tree => {
  const node = parseNode(record, 0)!;
  return Branch.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, node]));
};
const account = (count: number, task: object, beside: Record<string, Json>): Tree =>
  Branch.fromEntries([
    ['tasks', many(task as Json, count)!],
    [
      'ext',
      Branch.fromEntries(Object.entries(beside).map(([name, record]) => [name, many(record, count)!]))!,
    ],
  ]);

const longest = stored(`#${'ä,'.repeat(4_999)}#`, TODAY, {
  taskDescription: 'x;\n\u{1f600}'.repeat(200_000),
});
const repeat = { rule: LAST_WORKDAY, first: TODAY, at: TODAY };
const ended = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, at) => [
    `${2030 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-30`,
    'skipped',
  ]),
);

test.each([
  ['all', SOME, ''],
  ['none', MANY, '#none'],
])('Making a calendar of the longest tasks, which shows %s, is many small steps', (_, tasks, only) => {
  const data = account(tasks, longest, {
    repeats: repeat,
    occurrences: ended,
    times: { time: '10:00', remind: 5 },
  });
  let [steps, longestStep] = [0, 0];
  for (const event of eventsIn(data, only, TODAY)) {
    steps += 1;
    longestStep = Math.max(longestStep, event.length);
  }
  expect(steps).toBeGreaterThanOrEqual(tasks);
  // Of 1,010,000 characters a calendar shows 9,000.
  expect(longestStep).toBeLessThan(25_000);
});

test('The next occurrences of 2,000 repeats are shown', () => {
  const data = account(MANY, stored('Pay', TODAY), { repeats: repeat });
  expect([...eventsIn(data, '', TODAY)]).toHaveLength(MANY + 2_000 * 12);
});

test.each([
  ['all', SOME, ''],
  ['none', MANY, '#none'],
])('A calendar of the longest tasks, which shows %s, is told in short pieces', async (_, tasks, only) => {
  const data = account(tasks, longest, {});
  let pieces: Iterable<string> = [];
  const answer = { response: (text: Iterable<string>) => void (pieces = text) } as unknown as Answer;
  const calendars = createCalendars(() => Date.parse(`${TODAY}T12:00:00Z`));
  await calendars.answer({ hash: 'h', only, isHead: false, ifNoneMatch: null }, data, answer);
  let [count, longestPiece] = [0, 0];
  for (const piece of pieces) {
    count += 1;
    longestPiece = Math.max(longestPiece, piece.length);
  }
  expect(count).toBeGreaterThanOrEqual(tasks / 200);
  expect(longestPiece).toBeLessThan(50_000);
});

test('Others are answered while a calendar of 20,000 tasks is made', async () => {
  const server = await startHere();
  try {
    const [mallory, ann] = [
      await openFeed(server.url, 'm@example.com'),
      await openFeed(server.url, 'a@example.com'),
    ];
    const task = stored('x'.repeat(100), TODAY, { taskDescription: 'y'.repeat(300) });
    for (let from = 0; from < 10 * BATCH; from += BATCH)
      await mallory.write(
        Object.fromEntries(Array.from({ length: BATCH }, (_, at) => [`tasks/-${from + at}`, task])),
      );
    const address = await mallory.make();
    let isAnswered = false;
    const calendar = fetch(address).then(async answer => {
      const text = await answer.text();
      isAnswered = true;
      return text;
    });
    for (let number = 0; number < 20; number += 1) await ann.write({ [`tasks/-${number}`]: task });
    expect(isAnswered).toBe(false);
    expect((await calendar).match(/^BEGIN:VEVENT/gm)).toHaveLength(10 * BATCH);
  } finally {
    await server.stop();
  }
});

test('Whoever guesses addresses waits, and those who have one do not', async () => {
  const server = await startHere();
  const address = await (await openFeed(server.url, 'bob@example.com')).make();
  let guesses = 0;
  while ((await ask(`${server.url}/feeds/${'B'.repeat(22)}.ics`)).status === 404) guesses += 1;
  expect(guesses).toBeLessThanOrEqual(300);
  expect((await ask(address)).status).toBe(200);
  await server.stop();
});
