import type { Databases } from '../database/instances/databases';
import { Branch, childOf, nodeAt, type Tree } from '../database/tree/node';
import { jsonOf } from '../database/tree/text';
import type { Step } from '../database/tree/listens';
import { topKeys } from '../database/writing/commits';
import { createTurns } from '../lib/turns';
import type { Clock } from '../lib/types';
import { devicesOf, reminderOf } from './content';

/** An instant, in milliseconds, at which a task is to be reminded of on some device. */
export type Due = { at: number; fireId: string };

/**
 * An account with a device: its next reminders, in order, and the instant up to which they are all of them. After that
 * its data are read again. `most` is how many are kept.
 */
type Watched = { zones: readonly string[]; next: readonly Due[]; until: number; most: number };
/** A running reading of an account, and whether something was written meanwhile. */
type Reading = { isStale: boolean };

const MINUTE_MS = 60_000;
const HORIZON_MS = 25 * 60 * MINUTE_MS;
/** Reminders of an account kept in memory: so many, and a part of its tasks, so that few of them are read for each. */
const [KEPT, KEPT_PART] = [20, 1 / 50];
/** At most so many times that of those at the same instant as the last: more in an hour are not sent. */
const MOST_AT_ONCE = 10;
/** Accounts that are read at the same time, and tasks between two pauses. */
const [READERS, TASKS_PER_SLICE] = [8, 256];
/** More tasks than these are read together. */
const FEW_TASKS = 4;

type ScheduleParts = {
  glance: Databases['glance'];
  clock: Clock;
  failed: (uid: string, error: unknown) => void;
};

/**
 * Knows of each account with a device which tasks are reminded of next. Accounts are found by the minute of their next
 * instant, so nothing is done while nothing is due. A write changes what it concerns.
 */
export class Schedule {
  private readonly accounts = new Map<string, Watched>();
  private readonly minutes = new Map<number, Set<string>>();
  private readonly readings = new Map<string, Reading>();
  private readonly turn = createTurns(READERS, { inAll: Infinity, ofOne: Infinity });
  /** The instant up to which all that was due has been taken. */
  private taken: number;

  constructor(private readonly parts: ScheduleParts) {
    this.taken = parts.clock();
  }

  /** Reads which reminders an account has after an instant. */
  async read(uid: string, after: number): Promise<void> {
    const running = this.readings.get(uid);
    if (running) return void (running.isStale = true);
    const reading: Reading = { isStale: true };
    this.readings.set(uid, reading);
    try {
      while (reading.isStale) {
        reading.isStale = false;
        const watched = await this.turn(uid, () => this.readNow(uid, after));
        if (reading.isStale) continue;
        if (watched) this.keep(uid, watched);
        else this.accounts.delete(uid);
      }
    } catch (error) {
      this.parts.failed(uid, error);
      // Read again with the next write, or a minute later.
      this.accounts.set(uid, { zones: [], next: [], until: after, most: KEPT });
      this.plan(uid, this.parts.clock() + MINUTE_MS);
    } finally {
      this.readings.delete(uid);
    }
  }

  /** Notes a write that was made. */
  note(step: Step): void {
    for (const uid of new Set(topKeys(step))) this.noteAt(uid, step);
  }

  /** The reminders that are due now, each told once. */
  take(now: number): { uid: string; dues: Due[] }[] {
    this.taken = Math.max(this.taken, now);
    const all: { uid: string; dues: Due[] }[] = [];
    for (const [minute, uids] of [...this.minutes]) {
      if (minute > minuteOf(now)) continue;
      this.minutes.delete(minute);
      for (const uid of uids) {
        const watched = this.accounts.get(uid);
        if (!watched) continue;
        const dues = watched.next.filter(({ at }) => at <= now);
        if (dues.length > 0) all.push({ uid, dues });
        const left = { ...watched, next: watched.next.slice(dues.length) };
        if (watched.until > now) this.keep(uid, left);
        else {
          this.accounts.set(uid, left);
          void this.read(uid, watched.until);
        }
      }
    }
    return all;
  }

  forget(uid: string): void {
    this.accounts.delete(uid);
  }

  /** The number of accounts with a device. */
  get size(): number {
    return this.accounts.size;
  }

  private keep(uid: string, watched: Watched): void {
    this.accounts.set(uid, watched);
    this.plan(uid, watched.next[0]?.at ?? watched.until);
  }

  private plan(uid: string, at: number): void {
    const uids = this.minutes.get(minuteOf(at)) ?? new Set();
    this.minutes.set(minuteOf(at), uids.add(uid));
  }

  private async readNow(uid: string, after: number): Promise<Watched | null> {
    const { glance, clock } = this.parts;
    const zones = zonesOf(await glance(uid, ['ext', 'devices'], true));
    if (zones.length === 0) return null;
    const times = await glance(uid, ['ext', 'times'], true);
    const timed = [...(times instanceof Branch ? times.children.range() : [])].filter(
      ([, time]) => childOf(time, 'remind') !== null,
    );
    const tasks = timed.length > FEW_TASKS ? await glance(uid, ['tasks'], true) : null;
    const next: Due[] = [];
    const until = Math.max(after, clock()) + HORIZON_MS;
    let count = 0;
    for (const [fireId, time] of timed) {
      const task = tasks ? childOf(tasks, fireId) : await glance(uid, ['tasks', fireId], false);
      next.push(...duesOf(fireId, task, time, zones, after, until));
      if ((count += 1) % TASKS_PER_SLICE === 0) await new Promise(setImmediate);
    }
    return bounded({ zones, until, most: KEPT + Math.ceil(timed.length * KEPT_PART) }, next);
  }

  private noteAt(uid: string, { assignments, after }: Step): void {
    const own = assignments.map(({ path }) => path).filter(([key]) => key === uid || key === undefined);
    const watched = this.accounts.get(uid);
    const isRead = this.readings.has(uid);
    const from = Math.min(watched?.until ?? Infinity, this.taken);
    if (own.some(isOfDevices)) return void this.read(uid, from);
    if (!watched && !isRead) return;
    const fireIds = own.map(fireIdOf).filter(fireId => fireId !== null);
    if (fireIds.length === 0) return;
    if (isRead || fireIds.includes(undefined)) return void this.read(uid, from);
    if (watched) this.touch(uid, watched, new Set(fireIds as string[]), childOf(after, uid));
  }

  /** Replaces the reminders of tasks that a write concerns. */
  private touch(uid: string, watched: Watched, fireIds: ReadonlySet<string>, data: Tree): void {
    const { zones, until } = watched;
    const next = watched.next.filter(({ fireId }) => !fireIds.has(fireId));
    for (const fireId of fireIds) {
      const [task, time] = [nodeAt(data, ['tasks', fireId]), nodeAt(data, ['ext', 'times', fireId])];
      next.push(...duesOf(fireId, task, time, zones, this.taken, until));
    }
    this.keep(uid, bounded(watched, next));
  }
}

const minuteOf = (instant: number) => Math.floor(instant / MINUTE_MS);

const zonesOf = (devices: Tree) => [...new Set(devicesOf(jsonOf(devices)).map(({ zone }) => zone))];

function duesOf(
  fireId: string,
  task: Tree,
  time: Tree,
  zones: readonly string[],
  after: number,
  until: number,
): Due[] {
  const [record, stored] = [jsonOf(task), jsonOf(time)];
  const instants = zones.map(zone => reminderOf(fireId, record, stored, zone)?.at ?? 0);
  return [...new Set(instants)].filter(at => at > after && at <= until).map(at => ({ at, fireId }));
}

function bounded(watched: Omit<Watched, 'next'>, dues: Due[]): Watched {
  const { most } = watched;
  const next = dues.sort((a, b) => a.at - b.at);
  const last = next[most - 1];
  if (!last) return { ...watched, next };
  const first = next.filter(({ at }) => at <= last.at).slice(0, most * MOST_AT_ONCE);
  return { ...watched, next: first, until: last.at };
}

/** Whether a write at a path may change which devices there are. */
const isOfDevices = (path: readonly string[]) =>
  path.length < 2 || (path[1] === 'ext' && (path.length === 2 || path[2] === 'devices'));

/** The task whose reminder a write at a path may change; undefined for all, null for none. */
function fireIdOf([, list, second, third]: readonly string[]): string | undefined | null {
  if (list === 'tasks') return second;
  return list === 'ext' && second === 'times' ? third : null;
}
