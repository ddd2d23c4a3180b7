import '../support/app/noComplaints';
import { dayPlus } from '../../shared/days';
import { signOutRequested } from '../../src/auth/authSlice';
import { undoRequested } from '../../src/history/historySlice';
import { selectCame, selectMissed } from '../../src/reminders/remindersSelectors';
import { missedDismissed } from '../../src/reminders/remindersSlice';
import type { Records } from '../../src/services/database';
import { answersTo } from '../../src/tasks/reminderAnswers';
import { fieldsOf } from '../../src/tasks/task';
import { taskSaveRequested, taskTickRequested, taskTimeRequested } from '../../src/tasks/taskActions';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { taskRecord } from '../support/app/operations';
import { advance, MINUTES_1, MINUTES_10 } from '../support/app/time';
import { deviceOn, type Page } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { isLong } from '../support/long';

const HOUR_MS = 6 * MINUTES_10;
const QUARTER_MS = 15 * MINUTES_1;
const dueOn = (taskId: number, day: string, taskName: string) =>
  taskRecord(taskId, { taskName, taskDueDate: `${day}T00:00:00.000Z` });

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

/** A device whose browser may notify, with a page that has one task, due at 12:30 UTC with a reminder at 12:15. */
async function open(times: Records = { k1: { time: '12:30', remind: 15 } }) {
  const database = fakeDatabase({ tasks: { k1: dueOn(1, '2026-03-10', 'Call Ana #garden') }, times });
  const device = deviceOn(database);
  const { browser } = device.services;
  Object.assign(browser, { zone: 'UTC', mayNotify: true });
  const page = await device.open();
  await advance(50);
  return { database, device, browser, page };
}
const task = (page: Page) => selectTask(page.getState(), 1)!;
const missed = (page: Page) => selectMissed(page.getState()).map(({ taskId }) => taskId);

test('A reminder is shown at its time by one of two tabs, and says when', async () => {
  const { device, browser, page } = await open();
  const other = await device.open({ isLeader: false });
  await advance(15 * MINUTES_1 - 1000);
  expect(browser.shown).toEqual([]);
  await advance(1000);
  expect(browser.shown).toMatchObject([
    { tag: 'k1/2026-03-10/12:30/15', title: 'Call Ana', body: '12:30', path: '/tasks/today/1/edit' },
  ]);
  expect([missed(page), missed(other)]).toEqual([[], []]);
  expect(selectCame(page.getState(), 1)).toMatchObject({ at: Date.parse('2026-03-10T12:15:00Z') });
});

test('A day before, a reminder says the day; an older one does not come', async () => {
  const { browser, page } = await open({ k1: { time: '12:30', remind: 1440 } });
  await advance(HOUR_MS);
  expect(browser.shown).toEqual([]);
  const fields = fieldsOf(task(page));
  page.dispatch(taskSaveRequested(task(page), fields, { ...fields, taskDueDay: '2026-03-11' }));
  page.dispatch(taskTimeRequested(task(page), { time: '14:00', remind: 1440 }));
  await advance(HOUR_MS);
  expect(browser.shown.map(({ body }) => body)).toEqual(['Tomorrow 14:00']);
});

test('A reminder that came in a sleep is shown late, once, and was missed', async () => {
  const { browser, page, device } = await open();
  jest.setSystemTime(Date.parse('2026-03-10T18:00:00Z')); // no timer ran meanwhile
  device.services.clock.wake();
  await advance(100);
  expect(browser.shown).toMatchObject([{ body: 'was due 12:30' }]);
  expect(missed(page)).toEqual([1]);
  await advance(HOUR_MS);
  expect(browser.shown).toHaveLength(1);
  page.dispatch(missedDismissed());
  expect(missed(page)).toEqual([]);
});

test.each([
  ['before the time of its task', '12:20:00', '12:30'],
  ['two minutes after it', '12:32:00', '12:30'],
  ['more than two minutes after it', '12:32:01', 'was due 12:30'],
])('What a reminder says that comes late, %s', async (_, wake, body) => {
  const { browser, device } = await open();
  jest.setSystemTime(Date.parse(`2026-03-10T${wake}Z`));
  device.services.clock.wake();
  await advance(0);
  expect(browser.shown).toMatchObject([{ body }]);
});

test('After more than twelve hours a reminder is only missed, until its task is done', async () => {
  const { browser, page, device } = await open();
  page.kill();
  jest.setSystemTime(Date.parse('2026-03-11T08:00:00Z'));
  const next = await device.open();
  await advance(MINUTES_10);
  expect([browser.shown, missed(next)]).toEqual([[], [1]]);
  next.dispatch(taskTickRequested(task(next), true));
  expect(missed(next)).toEqual([]);
});

test('In the background a reminder is shown, and missed until the visit after the next', async () => {
  const { browser, page, device } = await open();
  browser.isVisible = false;
  await advance(20 * MINUTES_1);
  expect([browser.shown.length, missed(page)]).toEqual([1, [1]]);
  page.kill();
  browser.isVisible = true;
  const next = await device.open();
  await advance(MINUTES_1);
  expect([browser.shown.length, missed(next)]).toEqual([1, [1]]);
  next.kill();
  const reloaded = await device.open();
  await advance(MINUTES_1);
  expect(missed(reloaded)).toEqual([1]);
  reloaded.kill();
  await advance(2 * HOUR_MS);
  const last = await device.open();
  await advance(MINUTES_1);
  expect(missed(last)).toEqual([]);
});

test('Without permission nothing is shown, and My day lists it', async () => {
  const { browser, page } = await open();
  browser.mayNotify = false;
  await advance(20 * MINUTES_1);
  expect([browser.shown, missed(page)]).toEqual([[], [1]]);
});

test('A time that has passed when it is set does not come; one ahead does', async () => {
  const { browser, page } = await open();
  page.dispatch(taskTimeRequested(task(page), { time: '11:00', remind: 0 }));
  await advance(MINUTES_10);
  page.dispatch(taskTimeRequested(task(page), { time: '13:00', remind: 5 }));
  await advance(HOUR_MS);
  expect(browser.shown.map(({ tag }) => tag)).toEqual(['k1/2026-03-10/13:00/5']);
});

test.each([
  ['is done', (page: Page) => taskTickRequested(task(page), true)],
  [
    'has no date',
    (page: Page) =>
      taskSaveRequested(task(page), fieldsOf(task(page)), { ...fieldsOf(task(page)), taskDueDay: null }),
  ],
])('A task that %s does not come', async (_, change) => {
  const { browser, page } = await open();
  page.dispatch(change(page));
  await advance(HOUR_MS);
  expect(browser.shown).toEqual([]);
});

test('In an hour moves the reminder, or the time once it is past, as one step', async () => {
  const { browser, page, database } = await open({ k1: { time: '15:30', remind: 180 } });
  await advance(31 * MINUTES_1);
  const [{ reminder }] = browser.shown as [(typeof browser.shown)[0]];
  for (const request of answersTo(task(page), reminder, 'hour')) page.dispatch(request);
  for (const request of answersTo(task(page), reminder, 'hour')) page.dispatch(request); // clicked twice
  await advance(MINUTES_1);
  expect(database.lists.times).toEqual({ k1: { time: '15:30', remind: 119 } });
  await advance(HOUR_MS);
  const [, { reminder: next }] = browser.shown as [unknown, (typeof browser.shown)[0]];
  expect(new Date(next.at).toISOString()).toBe('2026-03-10T13:31:00.000Z');
  jest.setSystemTime(Date.parse('2026-03-10T23:20:30Z'));
  for (const request of answersTo(task(page), next, 'hour')) page.dispatch(request);
  await advance(MINUTES_1);
  expect([database.lists.times, task(page).taskDueDay]).toEqual([
    { k1: { time: '00:20', remind: 0 } },
    '2026-03-11',
  ]);
  page.dispatch(undoRequested());
  await advance(MINUTES_1);
  expect([database.lists.times, task(page).taskDueDay]).toEqual([
    { k1: { time: '15:30', remind: 119 } },
    '2026-03-10',
  ]);
});

test('Sign out ends what the browser remembers', async () => {
  const { browser, page } = await open();
  await advance(20 * MINUTES_1);
  expect(browser.tags.size).toBe(1);
  page.dispatch(signOutRequested());
  await advance(3000);
  expect([browser.tags.size, browser.seenAt]).toEqual([0, null]);
});

/** Zones with a day on which their clock goes forward, and one on which it goes back; some never do. */
const zones = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['America/Santiago', '2026-09-06', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['Pacific/Chatham', '2026-09-27', '2026-04-05'],
  ['Africa/Casablanca', '2026-03-22', '2026-02-15'],
  ['Asia/Kathmandu', '2026-03-29', '2026-10-25'],
  ['Pacific/Kiritimati', '2026-03-29', '2026-10-25'],
] as const;

const walked = isLong ? zones : zones.filter(([zone]) => /Berlin|Lord_Howe/.test(zone));
test.each(walked)('In %s each half hour of %s and of %s comes once, in its hour', async (zone, ...days) => {
  for (const day of days) {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    let start = Date.parse(`${dayPlus(day, -1)}T06:00:00Z`);
    while (clock.format(start) < `${dayPlus(day, -1)} 23:00`) start += QUARTER_MS;
    jest.setSystemTime(start);
    const times = Array.from(
      { length: 48 },
      (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
    );
    const keyOf = (at: number) => `k${String(at).padStart(2, '0')}`;
    const database = fakeDatabase({
      tasks: Object.fromEntries(times.map((time, at) => [keyOf(at), dueOn(at + 1, day, time)])),
      times: Object.fromEntries(times.map((time, at) => [keyOf(at), { time, remind: 0 }])),
    });
    const device = deviceOn(database);
    const { browser } = device.services;
    Object.assign(browser, { zone, mayNotify: true });
    const page = await device.open();
    const wrong: string[] = [];
    const before = new Set<string>();
    const seen: string[] = [];
    // A walk by quarters of an hour: a time comes when the zone's clock first shows it, or first shows a later one.
    for (let step = 0; step < 28 * 4; step++) {
      const shown = browser.shown.length;
      await advance(QUARTER_MS);
      const now = clock.format(Date.now());
      for (const { title } of browser.shown.slice(shown)) {
        seen.push(title);
        const isFirst = !before.has(`${day} ${title}`);
        const isDue = now >= `${day} ${title}` && [...before].every(earlier => earlier < `${day} ${title}`);
        if (!isFirst || !isDue) wrong.push(`${title} at ${now}`);
      }
      before.add(now);
    }
    page.kill();
    expect([wrong, seen.toSorted()]).toEqual([[], times]);
  }
});
