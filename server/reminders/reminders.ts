import type { Logger } from 'pino';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory';
import type { AuthState } from '../auth/state';
import type { Databases } from '../database/instances/databases';
import { jsonOf } from '../database/tree/text';
import { createTurns } from '../lib/turns';
import type { Section } from '../lib/types';
import { devicesOf, payloadOf, reminderOf, topicOf, type Device } from './content';
import { Delivery, LIFETIME_MS, type Job } from './delivery';
import { readLease, readLeases, textOfLease } from './leases';
import type { Message, Push } from './push';
import { Schedule, type Due } from './schedule';

const TICK_MS = 1_000;
/** Leases are kept for so long after their instant: a reminder that was sent is not sent again. */
const KEPT_MS = 2 * LIFETIME_MS;
/** Accounts whose leases are made at the same time. */
const LEASING = 64;
/** Messages to one account's devices in an hour. */
const PER_HOUR = { points: 200, duration: 3_600 };
/** Milliseconds for which the end waits for answers; what has none by then is sent again after the next start. */
const CLOSE_TIMEOUT_MS = 2_000;

type RemindersParts = {
  auth: Pick<AuthState, 'accounts' | 'clock'>;
  databases: Pick<Databases, 'glance' | 'removeAt' | 'onChange'>;
  section: Section;
  push: Push;
  /** The app's URL from the settings. */
  site: () => string;
  log: Pick<Logger, 'warn' | 'error'>;
};

/** Sends reminders to the devices of people: at their instant in the zone of each device, each once. */
export class Reminders {
  private readonly schedule: Schedule;
  private readonly delivery: Delivery;
  private readonly perHour = new RateLimiterMemory(PER_HOUR);
  private readonly turn = createTurns(LEASING, { inAll: Infinity, ofOne: Infinity });
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private sweptAt = 0;
  private isClosed = false;

  constructor(private readonly parts: RemindersParts) {
    const { auth, databases, section, push, log } = parts;
    const { clock } = auth;
    const { glance } = databases;
    const failed = (uid: string, error: unknown) => this.failed(uid, error);
    this.schedule = new Schedule({ glance, clock, failed });
    this.delivery = new Delivery({
      ...{ section, push, clock, log },
      endpointOf: async (uid, id) => (await this.deviceAt(uid, id))?.endpoint ?? null,
      messageOf: job => this.messageOf(job),
      removeDevice: (uid, id) => databases.removeAt(uid, ['ext', 'devices', id]),
    });
  }

  /** Reads what is due, and sends from now on. Call it once the app's URL is known. */
  begin(): void {
    const { databases, auth } = this.parts;
    const since = auth.clock() - LIFETIME_MS;
    databases.onChange(step => this.schedule.note(step));
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
    this.follow('', this.resume(since));
  }

  /** Accounts with devices, and messages that were begun. */
  get counts(): { accounts: number; waiting: number } {
    return { accounts: this.schedule.size, waiting: this.running.size + this.delivery.waiting };
  }

  /** Sends nothing more, and hears what became of what is on its way. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    const timeout = new Promise(done => setTimeout(done, CLOSE_TIMEOUT_MS).unref());
    await Promise.race([Promise.all(this.running), timeout]);
    this.parts.push.close();
  }

  /** Sends what an earlier start has begun, and reads what was due since and what will be. */
  private async resume(since: number): Promise<void> {
    for await (const [key, lease] of readLeases(this.parts.section)) {
      const [uid, deviceId, topic] = key.split('/') as [string, string, string];
      if (!lease.isOver) this.deliver({ key, uid, deviceId, topic, lease, tries: 0, endpoint: null });
    }
    await Promise.all(this.parts.auth.accounts.all().map(({ uid }) => this.schedule.read(uid, since)));
  }

  private tick(): void {
    const now = this.parts.auth.clock();
    for (const { uid, dues } of this.schedule.take(now))
      this.follow(
        uid,
        this.turn(uid, () => this.lease(uid, dues)),
      );
    for (const job of this.delivery.take(now)) this.deliver(job);
    if (now - this.sweptAt < LIFETIME_MS) return;
    this.sweptAt = now;
    this.follow('', this.sweep());
  }

  private deliver(job: Job): void {
    this.follow(job.uid, this.delivery.send(job));
  }

  /** Puts what is due on the disk, a lease for each device, and sends it. */
  private async lease(uid: string, dues: readonly Due[]): Promise<void> {
    const { auth, section } = this.parts;
    const account = auth.accounts.get(uid);
    if (!account) return this.schedule.forget(uid);
    if (account.disabled || this.isClosed) return;
    const devices = await this.devicesAt(uid);
    const jobs: Job[] = [];
    for (const { at, fireId } of dues) {
      const { task, time } = await this.taskAt(uid, fireId);
      for (const { id: deviceId, zone, endpoint } of devices) {
        const reminder = reminderOf(fireId, task, time, zone);
        if (reminder?.at !== at) continue;
        const topic = topicOf(reminder);
        const key = `${uid}/${deviceId}/${topic}`;
        const begun = await section.get(key);
        if (begun !== undefined && readLease(begun).at === at) continue;
        if (!(await this.isWithinRate(uid))) continue;
        jobs.push({ key, uid, deviceId, topic, lease: { at, fireId, isOver: false }, tries: 0, endpoint });
      }
    }
    if (jobs.length === 0 || this.isClosed) return;
    await section.commit(jobs.map(({ key, lease }) => ({ key, value: textOfLease(lease) })));
    for (const job of jobs) this.deliver(job);
  }

  private isWithinRate(uid: string): Promise<boolean> {
    return this.perHour.consume(uid).then(
      () => true,
      ({ consumedPoints }: { consumedPoints: number }) => {
        if (consumedPoints === PER_HOUR.points + 1)
          this.parts.log.warn({ account: uid }, 'an account has more reminders in an hour than are sent');
        return false;
      },
    );
  }

  /** The message of a job; null when the task is done, gone, or has another moment, and for nobody. */
  private async messageOf({ uid, deviceId, lease, topic }: Job): Promise<Message | null> {
    const { auth, databases, site } = this.parts;
    const account = auth.accounts.get(uid);
    const device = await this.deviceAt(uid, deviceId);
    if (this.isClosed) throw new Error('the server ends');
    if (!account || account.disabled || !device) return null;
    const { task, time } = await this.taskAt(uid, lease.fireId);
    const done = await databases.glance(uid, ['ext', 'done', lease.fireId], false);
    const reminder = reminderOf(lease.fireId, task, time, device.zone);
    if (done !== null || reminder?.at !== lease.at || topicOf(reminder) !== topic) return null;
    const payload = payloadOf(reminder, task, device, site(), auth.clock());
    return payload === null ? null : { device, payload, topic };
  }

  private async taskAt(uid: string, fireId: string) {
    const { glance } = this.parts.databases;
    const [task, time] = await Promise.all([
      glance(uid, ['tasks', fireId], false),
      glance(uid, ['ext', 'times', fireId], false),
    ]);
    return { task: jsonOf(task), time: jsonOf(time) };
  }

  private async devicesAt(uid: string): Promise<Device[]> {
    return devicesOf(jsonOf(await this.parts.databases.glance(uid, ['ext', 'devices'], true)));
  }

  private async deviceAt(uid: string, id: string): Promise<Device | undefined> {
    return (await this.devicesAt(uid)).find(device => device.id === id);
  }

  /** Removes leases that are no more of use. */
  private async sweep(): Promise<void> {
    const { section, auth } = this.parts;
    for await (const [key, lease] of readLeases(section))
      if (auth.clock() > lease.at + KEPT_MS && !this.isClosed) await section.commit([{ key, value: null }]);
  }

  /** Follows work until its end; its error is logged. */
  private follow(uid: string, work: Promise<void>): void {
    const run = work.catch(error => this.failed(uid, error)).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private failed(uid: string, error: unknown): void {
    if (!this.isClosed) this.parts.log.error({ err: error, account: uid }, 'a reminder was not sent');
  }
}
