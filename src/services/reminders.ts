import type { Reminder } from '../../shared/reminders';

/** A reminder of a task of this device's list, which may have no key yet. */
export type TaskReminder = Omit<Reminder, 'fireId'> & { taskId: number };

/** How a reminder is answered: the task is done, or the reminder comes again in an hour. */
export type ReminderAnswer = 'done' | 'hour';

/** A notification of a reminder. Of one `tag` the browser shows one; `path` is where a click leads. */
export type ReminderNotice = { tag: string; title: string; body: string; path: string; reminder: Reminder };

/** How this browser is reached by push: the address, and the keys that messages are encrypted for. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string };

/** This device as one that is reminded: its key at `ext/devices`, and what was written there last. */
export type RemindedDevice = { id: string; endpoint: string; zone: string; hasNames: boolean };

/** Why this browser cannot be reached by push. */
export type PushObstacle = 'denied' | 'insecure' | 'iphone' | 'browser' | 'unserved';

/** Notifications and push of this browser. What it remembers of a user is removed when the session ends. */
export interface RemindersService {
  /** The IANA name of the device's time zone. */
  zone(): string;
  isVisible(): boolean;
  mayNotify(): boolean;
  /** Asks for permission, in the turn of a click. */
  ask(): Promise<void>;
  /** Known without asking a server; null when push may work. */
  obstacle(): PushObstacle | null;
  /**
   * Shows a notification. False when a tab of this browser or its service worker has shown it before, or when there is
   * no service worker.
   */
  show(notice: ReminderNotice): Promise<boolean>;
  /** Removes a notification that is answered. */
  close(tag: string): Promise<void>;
  /** Calls back with the path of a notification that was clicked. */
  onOpen(listener: (path: string) => void): () => void;
  /**
   * Until when the user has seen what came, what they missed if this is still the same visit, and the device. All that is
   * remembered of another user is forgotten.
   */
  begin(
    userId: string,
  ): Promise<{ seenAt: number; missed: readonly TaskReminder[]; device: RemindedDevice | null }>;
  keepMissed(missed: readonly TaskReminder[]): Promise<void>;
  /** Remembers until when the user has seen what came. */
  see(at: number): Promise<void>;
  keepDevice(device: RemindedDevice | null): Promise<void>;
  /** The server's public key (base64url); null where no server sends. */
  pushKey(): Promise<string | null>;
  /** Subscribes with a key, or returns the subscription that has it. Rejects when the push service does not answer. */
  subscribe(key: string): Promise<PushAddress>;
  unsubscribe(): Promise<void>;
  /** Forgets all of the user. Returns the id of the device that was reminded. */
  forget(): Promise<string | null>;
}
