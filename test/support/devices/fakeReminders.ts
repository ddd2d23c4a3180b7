import type {
  PushObstacle,
  ReminderNotice,
  RemindedDevice,
  RemindersService,
  TaskReminder,
} from '../../../src/services/reminders';

/** A browser, with what its tabs share: which reminders were shown. */
export function fakeBrowser() {
  return {
    zone: 'Europe/Berlin',
    mayNotify: false,
    /** The answer to the question whether it may notify. */
    permits: false,
    isVisible: true,
    key: 'key-1' as string | null,
    obstacle: null as PushObstacle | null,
    failure: null as Error | null,
    /** All notifications in order, and those that are still there by tag. */
    shown: [] as ReminderNotice[],
    tags: new Set<string>(),
    seenAt: null as number | null,
    missed: [] as readonly TaskReminder[],
    device: null as RemindedDevice | null,
    subscription: null as string | null,
  };
}
export type FakeBrowser = ReturnType<typeof fakeBrowser>;

/** The reminders of one tab of a browser. */
export function fakeReminders(browser = fakeBrowser()) {
  let open: ((path: string) => void) | undefined;
  const reminders: RemindersService = {
    zone: () => browser.zone,
    isVisible: () => browser.isVisible,
    mayNotify: () => browser.mayNotify,
    ask: async () => void (browser.mayNotify ||= browser.permits),
    obstacle: () => browser.obstacle,
    async show(notice) {
      if (browser.tags.has(notice.tag)) return false;
      browser.tags.add(notice.tag);
      browser.shown.push(notice);
      return true;
    },
    close: async () => undefined,
    onOpen(listener) {
      open = listener;
      return () => (open = undefined);
    },
    begin: async () => ({
      seenAt: (browser.seenAt ??= Date.now()),
      missed: Date.now() - browser.seenAt < 60 * 60_000 ? browser.missed : [],
      device: browser.device,
    }),
    keepMissed: async missed => void (browser.missed = missed),
    see: async at => void (browser.seenAt = at),
    keepDevice: async device => void (browser.device = device),
    pushKey: async () => {
      if (browser.failure) throw browser.failure;
      return browser.key;
    },
    async subscribe(key) {
      browser.subscription ??= `https://push.example/${key}`;
      if (!browser.subscription.endsWith(key)) browser.subscription = `https://push.example/${key}`;
      return { endpoint: browser.subscription, p256dh: 'p', auth: 'a' };
    },
    unsubscribe: async () => void (browser.subscription = null),
    async forget() {
      const id = browser.device?.id ?? null;
      Object.assign(browser, { missed: [], device: null, subscription: null, seenAt: null });
      browser.tags.clear();
      return id;
    },
  };
  return {
    browser,
    mayNotify: () => browser.mayNotify,
    loadReminders: async () => reminders,
    endReminders: reminders.forget,
    /** A click on a notification. */
    click: (path: string) => open?.(path),
  };
}
