import { reminderKey } from '../../../shared/reminders';
import { startPushService } from '../../support/server/pushService';
import { expect, test } from '../fixtures';
import { clickOn, deliverPush, giveNotifications, givePush, isSubscribed } from '../support/notifications';
import { storedDay, type Device } from '../support/people/people';

test.use({ ownServer: true });

const NOON = '2026-11-24T17:00:00Z';
const TEN_MINUTES_MS = 10 * 60_000;
const day = storedDay(0, new Date(NOON)).slice(0, 10);
/** The time of day in ten minutes, where the stories run. */
const soon = new Date(Date.parse(NOON) + TEN_MINUTES_MS).toTimeString().slice(0, 5);

async function addTimed(data: Device, taskName = 'Call Ana') {
  const fireId = await data.addTask({ taskName, taskId: 7, taskDueDate: storedDay(0, new Date(NOON)) });
  await data.put(`ext/times/${fireId}`, { time: soon, remind: 0 });
  return fireId;
}
const pushOf = (fireId: string, url: string, remind = 0) => ({
  web_push: 8030,
  notification: {
    title: 'A reminder',
    navigate: `${url}/tasks/today/7/edit`,
    tag: reminderKey({ fireId, dueDate: day, time: soon, remind }),
    lang: 'en',
  },
  daywall: { fireId, dueDate: day, time: soon, remind, at: Date.parse(NOON) + TEN_MINUTES_MS },
});

const key = (tasks: Record<string, unknown> | null) => Object.keys(tasks ?? {})[0]!;
const shownOnce = { title: 'Call Ana', body: expect.anything(), count: 1 };

test('A reminder comes at its time; its form answers it, with Undo @worker', async ({
  page,
  context,
  somebody,
  time,
  axe,
}) => {
  const notifications = await giveNotifications(context);
  await time.start(NOON);
  const { data } = await somebody(addTimed);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('checkbox', { name: 'Done: Call Ana' })).toBeVisible();
  await time.advance(TEN_MINUTES_MS);
  await expect.poll(() => notifications.shown(page)).toMatchObject([shownOnce]);
  await page.getByRole('main').getByRole('link', { name: 'Call Ana' }).click();
  await expect(page.getByText('Reminder: due')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'In an hour' }).click();
  await expect(page.getByText('Reminder: due')).toBeHidden();
  await expect.poll(() => notifications.shown(page)).toEqual([]);
  await expect
    .poll(() => data.get('ext/times'))
    .not.toEqual({ [key(await data.tasks())]: { time: soon, remind: 0 } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Reminder: due')).toBeVisible();
});

test('Two tabs and a push at once show one notification @worker @long', async ({
  page,
  context,
  somebody,
  time,
}) => {
  const notifications = await giveNotifications(context);
  await time.start(NOON);
  let fireId = '';
  await somebody(async data => (fireId = await addTimed(data)));
  await notifications.worker(page);
  const other = await context.newPage();
  await other.goto('/tasks/today');
  for (const tab of [page, other])
    await expect(tab.getByRole('checkbox', { name: 'Done: Call Ana' })).toBeVisible();
  const { origin } = new URL(page.url());
  await Promise.all([time.advance(TEN_MINUTES_MS), deliverPush(page, pushOf(fireId, origin))]);
  await expect
    .poll(() => notifications.shown(page))
    .toMatchObject([{ tag: reminderKey({ fireId, dueDate: day, time: soon, remind: 0 }) }]);
  await deliverPush(page, pushOf(fireId, origin)); // again, as after a crash of the server
  expect(await notifications.shown(page)).toHaveLength(1);
});

test('Done in a notification ticks, offline too, once; Undo brings it back @worker @long', async ({
  page,
  context,
  somebody,
  time,
  goOffline,
  goOnline,
}) => {
  const notifications = await giveNotifications(context);
  await time.start(NOON);
  const { data } = await somebody(addTimed);
  const worker = await notifications.worker(page);
  const box = page.getByRole('checkbox', { name: 'Done: Call Ana' });
  await expect(box).toBeVisible();
  await time.advance(TEN_MINUTES_MS);
  await expect.poll(() => notifications.shown(page)).toMatchObject([shownOnce]);
  await page.reload();
  await expect(box).toBeVisible();
  await goOffline();
  await clickOn(worker, 'done');
  await expect(box).toBeChecked();
  await goOnline();
  await expect.poll(() => data.get('ext/done')).not.toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box).not.toBeChecked();
  await expect.poll(() => data.get('ext/done')).toBeNull();
});

test('An answer with no tab open waits for the next one; a click opens the task @worker @long', async ({
  page,
  context,
  somebody,
  time,
}) => {
  const notifications = await giveNotifications(context);
  await time.start(NOON);
  let fireId = '';
  const { data } = await somebody(async made => (fireId = await addTimed(made)));
  const worker = await notifications.worker(page);
  await expect(page.getByRole('checkbox', { name: 'Done: Call Ana' })).toBeVisible();
  const { origin } = new URL(page.url());
  await deliverPush(page, pushOf(fireId, origin, 5));
  await expect.poll(() => notifications.shown(page)).toMatchObject([{ title: 'A reminder' }]);
  await clickOn(worker, '');
  await expect(page).toHaveURL(/tasks\/today\/7\/edit$/);

  await deliverPush(page, pushOf(fireId, origin));
  await expect.poll(() => notifications.shown(page)).toHaveLength(1);
  await page.goto('about:blank');
  await clickOn(worker, ''); // not a real click: the browser opens no tab, and the notification comes back
  await clickOn(worker, 'done');
  expect(await data.get('ext/done')).toBeNull();
  await page.goto('/tasks/today');
  await expect.poll(() => data.get('ext/done')).toEqual({ [fireId]: expect.anything() });
});

test('Push is switched on in Settings, comes with no tab open, and ends with Sign out @worker @long', async ({
  page,
  context,
  server,
  somebody,
  time,
  afterPages,
}) => {
  const service = await startPushService();
  afterPages(service.close);
  const notifications = await giveNotifications(context);
  const subscription = service.subscribe('browser');
  await givePush(context, subscription);
  await server.restart({ PUSH: 'loopback' });
  await time.start();
  const due = new Date(Date.now() + TEN_MINUTES_MS);
  const { data } = await somebody(async made => {
    const fireId = await made.addTask({ taskDueDate: storedDay(0, due) });
    await made.put(`ext/times/${fireId}`, { time: due.toTimeString().slice(0, 5), remind: 0 });
  });
  await notifications.worker(page);
  const devices = async () => Object.values((await data.get<object | null>('ext/devices')) ?? {});

  await page.goto('/account/settings');
  const push = page.getByRole('switch', { name: 'On this device' });
  await expect(push).not.toBeChecked();
  await push.check();
  await expect(page.getByRole('switch', { name: 'Show task names' })).toBeVisible();
  expect(await devices()).toMatchObject([subscription]);
  expect(await isSubscribed(page)).toBe(true);

  await page.goto('/icon.svg'); // of the same site, without the app
  await time.advance(TEN_MINUTES_MS);
  await expect.poll(() => service.pushed.map(({ device }) => device)).toEqual(['browser']);
  await deliverPush(page, service.pushed[0]!.payload);
  await expect.poll(() => notifications.shown(page)).toMatchObject([{ title: 'A reminder', count: 1 }]);

  await page.goto('/account/settings');
  await expect(push).toBeChecked();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  await expect.poll(devices).toEqual([]);
  expect(await isSubscribed(page)).toBe(false);
});
