import type { Logger } from 'pino';
import type { Section } from '../lib/types';
import { textOfLease, type Lease } from './leases';
import type { Message, Outcome, Push } from './push';

/** A message on its way: its lease, and how often it was tried. */
export type Job = {
  key: string;
  uid: string;
  deviceId: string;
  topic: string;
  lease: Lease;
  tries: number;
  /** Where it goes; null when an earlier start began it. */
  endpoint: string | null;
};

export const MINUTE_MS = 60_000;
/** A message is of use for an hour, also for its push service. */
export const LIFETIME_MS = 60 * MINUTE_MS;
/** Minutes until a message is tried again; then always as long as the last. */
const WAITS_MINUTES = [1, 1, 2, 5, 10, 20];
/** Refusals of a device's messages without a success in between, after which it is removed. */
const MOST_REFUSALS = 5;

type DeliveryParts = {
  section: Section;
  push: Push;
  clock: () => number;
  /** Where a device's messages go; null for one that is no longer there. */
  endpointOf: (uid: string, deviceId: string) => Promise<string | null>;
  /** The message of a job by what the data are now; null when it is no longer wanted. */
  messageOf: (job: Job) => Promise<Message | null>;
  removeDevice: (uid: string, deviceId: string) => Promise<void>;
  log: Pick<Logger, 'warn'>;
};

/** Sends messages until each is over: taken, refused, of no more use, or no longer wanted. */
export class Delivery {
  private readonly refusals = new Map<string, number>();
  private later: { job: Job; at: number }[] = [];

  constructor(private readonly parts: DeliveryParts) {}

  /** The number of messages that wait for another try. */
  get waiting(): number {
    return this.later.length;
  }

  /** The messages whose next try is due. */
  take(now: number): Job[] {
    const due = this.later.filter(({ at }) => at <= now);
    if (due.length > 0) this.later = this.later.filter(({ at }) => at > now);
    return due.map(({ job }) => job);
  }

  /** Sends a message, and notes that it is over, or keeps it for another try. */
  async send(job: Job): Promise<void> {
    const { push, clock, endpointOf, messageOf, log } = this.parts;
    const isOfUse = clock() < job.lease.at + LIFETIME_MS;
    const endpoint = isOfUse ? (job.endpoint ?? (await endpointOf(job.uid, job.deviceId))) : null;
    if (endpoint === null) return this.over(job);
    const outcome = await push.send(job.uid, endpoint, () => messageOf(job));
    if ('reason' in outcome)
      log.warn({ account: job.uid, host: new URL(endpoint).host, ...outcome }, 'a reminder was not taken');
    if (outcome.is === 'later' && this.wait(job, outcome)) return;
    await this.heard(job, endpoint, outcome);
    await this.over(job);
  }

  /** Keeps a message for another try; false when that would be after its hour. */
  private wait(job: Job, { afterMs }: { afterMs: number }): boolean {
    const wait = Math.max(afterMs, (WAITS_MINUTES[job.tries] ?? WAITS_MINUTES.at(-1)!) * MINUTE_MS);
    const at = this.parts.clock() + wait;
    if (at >= job.lease.at + LIFETIME_MS) return false;
    this.later.push({ job: { ...job, tries: job.tries + 1 }, at });
    return true;
  }

  /** Removes a device whose subscription is over, or that refused too often, unless it has another subscription by now. */
  private async heard({ uid, deviceId }: Job, endpoint: string, outcome: Outcome): Promise<void> {
    const { endpointOf, removeDevice } = this.parts;
    const device = `${uid}/${deviceId}`;
    const count = outcome.is === 'refused' ? (this.refusals.get(device) ?? 0) + 1 : 0;
    if (outcome.is === 'refused') this.refusals.set(device, count);
    const isOver = outcome.is === 'gone' || count >= MOST_REFUSALS;
    if (isOver || outcome.is === 'sent') this.refusals.delete(device);
    if (isOver && (await endpointOf(uid, deviceId)) === endpoint) await removeDevice(uid, deviceId);
  }

  private async over({ key, lease }: Job): Promise<void> {
    await this.parts.section.commit([{ key, value: textOfLease({ ...lease, isOver: true }) }]);
  }
}
