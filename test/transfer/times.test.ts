/** @jest-environment ./test/support/jest/zone-env.cjs */
import { readFile } from '../../src/transfer/work';
import { tasksCsv } from '../../src/transfer/formats/daywall/daywallCsv';
import type { Content } from '../../src/transfer/formats/content';
import { daywallJson } from '../../src/transfer/formats/daywall/daywallJson';
import { tasksIcs } from '../../src/transfer/formats/ics/ics';
import { markdownOf } from '../../src/transfer/formats/markdown/markdown';
import { emptyContent } from '../support/app/content';

declare const setTimeZone: (zone?: string) => void;

const options = {
  name: 'a',
  now: Date.parse('2026-03-10T12:00:00Z'),
  writtenOn: '2026-03-10',
  language: 'en-GB',
};

/** The day, the time and the reminder of the first task, and what is told of the file. */
function readIn(zone: string, text: string) {
  setTimeZone(zone);
  const { items, problems } = readFile(text, options);
  const { record, beside } = items[0]!;
  const day = 'taskDueDate' in record ? record.taskDueDate.slice(0, 10) : '';
  const { time = '-', remind = '-' } = (beside.times ?? {}) as { time?: string; remind?: number };
  return [day, time, remind, ...problems.map(({ text: words }) => words)].join(' ');
}

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'SUMMARY:Bins', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  );
/** A calendar with one event at a time without a zone, and these alarms. */
const alarms = (...triggers: string[]) =>
  calendar(
    'DTSTART:20260312T180000',
    ...triggers.flatMap(trigger => ['BEGIN:VALARM', `TRIGGER${trigger}`, 'END:VALARM']),
  );
const inBerlin = (...more: string[]) => calendar('DTSTART;TZID=Europe/Berlin:20260312T180000', ...more);
const todoist = (date: string, language = 'en') =>
  `TYPE,CONTENT,DATE,DATE_LANG\ntask,Bins,${date},${language}\n`;
const EVENING = '2026-03-12T17:00:00+0000';
const tickTick = ({ due = EVENING, allDay = 'false', floating = 'false', reminder = '', repeat = '' }) =>
  '"Folder Name","List Name","Title","Due Date","Reminder","Repeat","Timezone","Is All Day","Is Floating","Status"\n' +
  `"","","Bins","${due}","${reminder}","${repeat}","Europe/Berlin","${allDay}","${floating}","0"\n`;
const DAY = '2026-03-12';
const microsoft = (due: string, reminder: string, isOn = 'true') =>
  `title,dueDateTime,isReminderOn,reminderDateTime\nBins,${due},${isOn},${reminder}\n`;
const graph = (dateTime: string) =>
  `"${JSON.stringify({ dateTime, timeZone: 'UTC' }).replaceAll('"', '""')}"`;

test.each<[string, string, string, string]>([
  // An instant, a time of a zone, and one without a zone.
  ['Europe/Berlin', 'a calendar in UTC', calendar('DTSTART:20260312T170000Z'), '2026-03-12 18:00 -'],
  ['Asia/Tokyo', 'a calendar in UTC', calendar('DTSTART:20260312T170000Z'), '2026-03-13 02:00 -'],
  ['America/New_York', 'another', inBerlin(), '2026-03-12 13:00 -'],
  ['Asia/Tokyo', 'another', inBerlin(), '2026-03-13 02:00 -'],
  ['Asia/Tokyo', 'no zone', calendar('DTSTART:20260312T180000'), '2026-03-12 18:00 -'],
  ['Asia/Tokyo', 'no time', calendar('DTSTART;VALUE=DATE:20260312'), '2026-03-12 - -'],
  ['America/New_York', 'a series of another zone', inBerlin('RRULE:FREQ=WEEKLY'), '2026-03-12 13:00 -'],
  ['Asia/Tokyo', 'a series whose days would be others', inBerlin('RRULE:FREQ=WEEKLY'), '2026-03-12 18:00 -'],
  // Alarms
  ['UTC', 'its time', alarms(';RELATED=START:PT0S'), '2026-03-12 18:00 0'],
  ['UTC', 'a day before', alarms(':-P1D'), '2026-03-12 18:00 1440'],
  ['Europe/Berlin', 'an instant', alarms(';VALUE=DATE-TIME:20260312T163000Z'), '2026-03-12 18:00 30'],
  ['UTC', 'several', alarms(':PT5M', ':-PT5M', ':-P1D'), '2026-03-12 18:00 5 2 reminders are left out.'],
  ['UTC', 'two weeks before', alarms(':-P2W'), '2026-03-12 18:00 - One reminder is left out.'],
  [
    'UTC',
    'a day without a time',
    calendar('DTSTART;VALUE=DATE:20260312', 'BEGIN:VALARM', 'TRIGGER:-PT15H', 'END:VALARM'),
    '2026-03-12 - - One reminder is left out.',
  ],
  // Todoist
  ['UTC', 'Todoist', todoist('2026-03-12 18:00'), '2026-03-12 18:00 -'],
  ['UTC', 'Todoist', todoist('12 Mar 2026 5:30pm'), '2026-03-12 17:30 -'],
  [
    'UTC',
    'Todoist',
    todoist('tomorrow at 5'),
    '2026-03-11 17:00 - “tomorrow at 5” is read as Wed 11 Mar 2026: the file was written on Tue 10 Mar 2026.',
  ],
  ['UTC', 'Todoist', todoist('jeden Dienstag um 9 Uhr', 'de'), '2026-03-10 09:00 -'],
  // TickTick
  ['America/New_York', 'TickTick', tickTick({}), '2026-03-12 13:00 -'],
  ['America/New_York', 'floating', tickTick({ floating: 'true' }), '2026-03-12 18:00 -'],
  [
    'America/New_York',
    'all day',
    tickTick({ due: '2026-03-11T23:00:00+0000', allDay: 'true' }),
    '2026-03-12 - -',
  ],
  ['Asia/Tokyo', 'a repeat', tickTick({ repeat: 'RRULE:FREQ=WEEKLY' }), '2026-03-12 18:00 -'],
  [
    'Europe/Berlin',
    'a reminder',
    tickTick({ reminder: 'TRIGGER:-PT5M\nTRIGGER:PT0S' }),
    '2026-03-12 18:00 5 One reminder is left out.',
  ],
  // Microsoft To Do
  ['UTC', 'of the day before', microsoft(DAY, '2026-03-11T08:00:00'), '2026-03-12 08:00 1440'],
  ['UTC', 'of no day', microsoft('', '2026-03-11T08:00:00.0000000'), '2026-03-11 08:00 0'],
  ['UTC', 'beside a time', microsoft('2026-03-12T09:00:00', '2026-03-12T08:30:00'), '2026-03-12 09:00 30'],
  ['UTC', 'behind its day', microsoft('2026-03-12', '2026-03-14T08:00:00'), '2026-03-12 - -'],
  ['UTC', 'switched off', microsoft('2026-03-12', '2026-03-12T08:00:00', 'false'), '2026-03-12 - -'],
  [
    'Europe/Berlin',
    'as Graph writes it',
    microsoft(DAY, graph(`${DAY}T07:00:00.0000000`)),
    '2026-03-12 08:00 0',
  ],
  // Tables
  ['Europe/Berlin', 'a table', 'Name,Date\nBins,2026-03-12T17:00:00Z\n', '2026-03-12 18:00 -'],
  ['Asia/Tokyo', 'a table with days', 'Name,Date\nBins,2026-03-12T00:00:00Z\n', '2026-03-12 - -'],
])('In %s, %s', (zone, _of, text, expected) => {
  expect(readIn(zone, text)).toBe(expected);
});

const record = {
  ...{ taskName: 'Bins', taskDescription: '', taskList: 'work' },
  ...{ taskDueDate: '2026-03-12T00:00:00.000Z', taskId: 1 },
};

test.each([
  ['its own file', daywallJson, '2026-03-12 18:30 15'],
  ['a table', tasksCsv, '2026-03-12 18:30 15'],
  ['a calendar', (content: Content) => tasksIcs(content, options.now), '2026-03-12 18:30 15'],
  ['Markdown, which has no place for a reminder', markdownOf, '2026-03-12 18:30 -'],
])('A time and its reminder come back from %s', (_, write, expected) => {
  const content = { ...emptyContent, tasks: { a: record }, times: { a: { time: '18:30', remind: 15 } } };
  expect(readIn('Asia/Tokyo', write(content))).toBe(expected);
});

test('A series with a time and an end comes back from a calendar', () => {
  const repeat = { rule: 'FREQ=DAILY;UNTIL=20260401', first: '2026-03-12', at: '2026-03-12' };
  const [tasks, times] = [{ a: record }, { a: { time: '18:30' } }];
  setTimeZone('Asia/Tokyo');
  const text = tasksIcs({ ...emptyContent, tasks, times, repeats: { a: repeat } }, options.now);
  const { items, problems } = readFile(text, options);
  expect(problems).toEqual([]);
  expect(items[0]).toMatchObject({
    record: { taskDescription: '', taskDueDate: record.taskDueDate },
    beside: { repeats: repeat, times: { time: '18:30' } },
  });
});
