import { attempt } from '../lib/attempt';
import type { DeviceDatabase } from '../lib/deviceDatabase';
import { optionsOf } from './reminderNotification';
import type { PushObstacle, RemindersService } from '../services/reminders';
import { openReminderMemory } from './reminderMemory';

/** A page that opens again within this time goes on with the same visit. */
const VISIT_MS = 60 * 60_000;

/** Also an iPad, which says that it is a Mac. */
const isIPhone = () => /iPhone|iPad/.test(navigator.userAgent) || isTouchMac();
const isTouchMac = () => navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;

function obstacle(): PushObstacle | null {
  if (!isSecureContext) return 'insecure';
  const isAble = 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window;
  // An iPhone has them only in an app of its Home Screen.
  if (!isAble) return isIPhone() ? 'iphone' : 'browser';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** The service worker; undefined where there is none. */
const registered = async () =>
  attempt(() => navigator.serviceWorker)
    ?.getRegistration()
    .catch(() => undefined);

const textOfKey = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Subscribes with the server's key. A subscription that has another one is ended. */
async function subscribe(key: string) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const isSame = known && textOfKey(known.options.applicationServerKey) === key;
  if (known && !isSame) await known.unsubscribe();
  const subscription = isSame
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const keyOf = (name: PushEncryptionKeyName) => textOfKey(subscription.getKey(name));
  return { endpoint: subscription.endpoint, p256dh: keyOf('p256dh'), auth: keyOf('auth') };
}

/** Ends the subscription, also without a network: the push service then refuses the server's messages. */
async function unsubscribe() {
  const subscription = await (await registered())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Notifications and push of this browser. */
export function createReminders(
  database: DeviceDatabase,
  pushKey: RemindersService['pushKey'],
): RemindersService {
  const memory = openReminderMemory(database);
  const remember = async (change: Parameters<typeof memory.change>[0]) =>
    void (await memory.change(change).catch(() => undefined));
  const shownBy = async (tag?: string) => (await (await registered())?.getNotifications({ tag })) ?? [];
  return {
    zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    isVisible: () => !document.hidden,
    mayNotify: () => attempt(() => Notification.permission) === 'granted',
    ask: async () => void (await attempt(() => Notification.requestPermission())?.catch(() => undefined)),
    obstacle,
    async show(notice) {
      const worker = await registered();
      if (!worker || !(await memory.isFirst(notice.tag, notice.reminder.at))) return false;
      return worker.showNotification(notice.title, optionsOf(notice)).then(
        () => true,
        () => false,
      );
    },
    close: async tag => (await shownBy(tag)).forEach(shown => shown.close()),
    onOpen(listener) {
      const workers = attempt(() => navigator.serviceWorker);
      const hear = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
        const at =
          data && typeof data.open === 'string' && attempt(() => new URL(data.open as string, location.href));
        if (at && at.origin === location.origin) listener(at.pathname);
      };
      workers?.addEventListener('message', hear);
      return () => workers?.removeEventListener('message', hear);
    },
    async begin(userId) {
      const now = Date.now();
      const fresh = { userId, seenAt: now, shown: {}, missed: [], device: null };
      const known = await memory
        .change(of => (of?.userId === userId ? undefined : fresh))
        .catch(() => undefined);
      if (known && known.userId !== userId) await unsubscribe();
      if (known?.userId !== userId) return fresh;
      return now - known.seenAt < VISIT_MS ? known : { ...known, missed: [] };
    },
    see: at => remember(of => of && { ...of, seenAt: Math.max(of.seenAt, at) }),
    keepMissed: missed => remember(of => of && { ...of, missed }),
    keepDevice: device => remember(of => of && { ...of, device }),
    pushKey,
    subscribe,
    unsubscribe,
    async forget() {
      const known = await memory.change(() => null).catch(() => undefined);
      for (const shown of await shownBy()) shown.close();
      await unsubscribe();
      return known?.device?.id ?? null;
    },
  };
}
