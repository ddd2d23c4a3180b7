import type { ReminderAnswer, ReminderNotice } from '../services/reminders';

export const isReminderAnswer = (action: string): action is ReminderAnswer =>
  action === 'done' || action === 'hour';

const ACTIONS: readonly { action: ReminderAnswer; title: string }[] = [
  { action: 'done', title: 'Done' },
  { action: 'hour', title: 'In an hour' },
];

/** The options of a notification. The same tag replaces it without a sound. */
export const optionsOf = ({ title: _title, ...notice }: ReminderNotice): NotificationOptions => ({
  body: notice.body,
  tag: notice.tag,
  data: notice,
  icon: '/icon-192.png',
  ...{ actions: ACTIONS, timestamp: notice.reminder.at, renotify: false },
});

/** The JSON of a push message, as the server makes it. */
export type PushMessage = {
  notification: { title: string; body?: string; navigate: string; tag: string; lang?: string };
  daywall: ReminderNotice['reminder'];
};

/** The notification of a push message. */
export const noticeOf = ({ notification, daywall }: PushMessage): ReminderNotice => ({
  tag: notification.tag,
  title: notification.title,
  body: notification.body ?? '',
  path: notification.navigate,
  reminder: daywall,
});
