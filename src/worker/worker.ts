/** The service worker shows pushed reminders and takes their answers, beside keeping the app's files. */
import { openReminderMemory } from '../device/reminderMemory';
import { openDeviceDatabase, type DeviceDatabase } from '../lib/deviceDatabase';
import { isReminderAnswer, noticeOf, optionsOf, type PushMessage } from '../device/reminderNotification';
import type { ReminderNotice } from '../services/reminders';

type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Page = { visibilityState: string; focus(): Promise<Page>; postMessage(message: unknown): void };
type Scope = {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(type: string, listener: (event: never) => void): void;
};
const scope = self as unknown as Scope;

let database: DeviceDatabase | undefined;
/** Opened by the first event that needs it: most starts of a worker only serve files. */
const opened = () => (database ??= openDeviceDatabase());

/** Large code, loaded by the first answer. The installation loads it too: a worker may load later only what it had then. */
const loadAnswering = () => import(/* webpackChunkName: "answering" */ './answering');
scope.addEventListener('install', (event: Lasting) =>
  event.waitUntil(loadAnswering().catch(() => undefined)),
);

/** Shows a pushed reminder, unless a tab has shown it and the person has removed it since. */
async function show(message: PushMessage) {
  const notice = noticeOf(message);
  const isFirst = await openReminderMemory(opened()).isFirst(notice.tag, notice.reminder.at);
  if (!isFirst && (await scope.registration.getNotifications({ tag: notice.tag })).length === 0) return;
  await scope.registration.showNotification(notice.title, {
    ...optionsOf(notice),
    silent: isFirst ? null : true,
    lang: message.notification.lang,
  });
}

scope.addEventListener('push', (event: Lasting & { data: { json(): PushMessage } | null }) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

const pages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a path in a tab that is open, or in a new one. Rejects when the browser opens none: long after a click. */
async function open(path: string) {
  const all = await pages();
  const page = all.find(({ visibilityState }) => visibilityState === 'visible') ?? all[0];
  if (!page) return scope.clients.openWindow(path);
  page.postMessage({ open: path });
  return page.focus().catch(() => undefined);
}

/** Answers a reminder. What is neither answered nor opened is shown again. */
async function take(notice: ReminderNotice, action: string) {
  try {
    await answer(notice, action);
  } catch {
    await scope.registration.showNotification(notice.title, { ...optionsOf(notice), silent: true });
  }
}

/**
 * Answers a reminder. Without a tab, *In an hour* opens the app: the server is to know of it within the hour. So does
 * a task that this device does not know.
 */
async function answer({ reminder, path }: ReminderNotice, action: string) {
  if (!isReminderAnswer(action)) return open(path);
  const answering = await loadAnswering().catch(() => undefined);
  const isAnswered = await answering?.answer(opened(), reminder, action).catch(() => false);
  if (!isAnswered || (action === 'hour' && (await pages()).length === 0)) await open(path);
}

let last: Promise<unknown> = Promise.resolve();
scope.addEventListener(
  'notificationclick',
  (event: Lasting & { action: string; notification: Notification }) => {
    const { action, notification } = event;
    notification.close();
    // In turn: the second answer of two sees the first one.
    last = last.catch(() => undefined).then(() => take(notification.data as ReminderNotice, action));
    event.waitUntil(last);
  },
);
