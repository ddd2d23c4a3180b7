import { placeOf } from '../../src/firebase/auth/placing';
import type { Act, Measured } from './acts';

export const DAY = 86_400;
/** Sessions that begin in each hour of the day, on a site whose users all live in one time zone: the worst case. */
const HOURS = [2, 1, 1, 1, 1, 3, 8, 14, 18, 16, 12, 11, 12, 12, 11, 10, 11, 13, 12, 11, 12, 11, 8, 4];

/** The acts of the simulated users, by their number in a session. */
export const HABITS = {
  /** The fraction of users who open the site on a day, and how often they do. */
  active: 0.6,
  sessions: 3,
  /** Minutes of a session: half are shorter than the median, one in six is longer than median times spread. */
  minutes: 6,
  spread: 3,
  /** The fraction of sessions in which the tab is left open for many hours instead. */
  leftOpen: 0.1,
  hoursOpen: 8,
  /** The fraction of sessions on a device where nobody was signed in, and of those with a second tab open. */
  signIns: 0.03,
  secondTabs: 0.2,
  acts: { add: 2, tick: 3, edit: 1, remove: 0.3, addNote: 0.2, editNote: 0.5 },
  /** Bytes of TLS handshakes for two connections, REST and live: 3.5 KB each according to Firebase's documentation of billing. */
  handshakes: 7_000,
};

export type Load = {
  /** The number of users with this home. */
  users: number;
  /** The maximum number of connections, and the writes per second of the busiest minute. */
  connections: number;
  writes: number;
  /** Bytes sent in a day, and bytes stored. */
  sent: number;
  stored: number;
};

/** Seeded random numbers below 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A day of one database: the connections that begin and end, and the writes, in each second. */
function openInstance() {
  const opened = new Int32Array(DAY);
  const writes = new Int32Array(DAY);
  let [users, sent] = [0, 0];
  return {
    add(sessions: Session[]) {
      users += 1;
      for (const { from, to, tabs, written, sent: bytes } of sessions) {
        sent += bytes;
        opened[from]! += tabs;
        opened[to]! -= tabs;
        // All days are equal: what is open at the end of the day is open at its beginning.
        if (to < from) opened[0]! += tabs;
        for (const second of written) writes[second]! += 1;
      }
    },
    load(storedBytes: number): Load {
      let [now, most] = [0, 0];
      for (const change of opened) most = Math.max(most, (now += change));
      return {
        users,
        connections: most,
        writes: busiestMinute(writes) / 60,
        sent,
        stored: users * storedBytes,
      };
    },
  };
}

/** Seconds of the day; `tabs` are open at once, `written` are the seconds of its writes. */
type Session = { from: number; to: number; tabs: number; written: number[]; sent: number };

/** Simulates a day of a number of users, and its load on the databases of sites with different numbers of these. */
export function simulateDay(
  users: number,
  counts: readonly number[],
  seed: number,
  measured: Measured,
): Load[][] {
  const random = randomOf(seed);
  const sites = counts.map(count => {
    const names = Array.from({ length: count }, (_, at) => ({ name: at === 0 ? 'first' : `more-${at}` }));
    return { names, instances: new Map(names.map(({ name }) => [name, openInstance()])) };
  });
  for (let user = 0; user < users; user += 1) {
    const uid = uidOf(random);
    const sessions = random() < HABITS.active ? sessionsOf(random, measured) : [];
    for (const { names, instances } of sites) instances.get(placeOf(uid, names))!.add(sessions);
  }
  return sites.map(({ instances }) =>
    [...instances.values()].map(instance => instance.load(measured.storedBytes)),
  );
}

/** The maximum total of 60 consecutive seconds. */
function busiestMinute(seconds: Int32Array): number {
  let [now, most] = [0, 0];
  seconds.forEach((count, at) => {
    now += count - (at < 60 ? 0 : seconds[at - 60]!);
    most = Math.max(most, now);
  });
  return most;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** A user id in Firebase's format. */
const uidOf = (random: () => number) =>
  Array.from({ length: 28 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');

/** A random whole number with a given mean. */
function countOf(mean: number, random: () => number): number {
  const left = Math.exp(-mean);
  let count = 0;
  for (let drawn = random(); drawn > left; drawn *= random()) count += 1;
  return count;
}

function sessionsOf(random: () => number, { acts }: Measured): Session[] {
  return Array.from({ length: Math.max(1, countOf(HABITS.sessions, random)) }, () => {
    const from = Math.floor(startOf(random) * DAY);
    const bell = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const isLeft = random() < HABITS.leftOpen;
    const minutes = isLeft ? 60 * HABITS.hoursOpen : HABITS.minutes * HABITS.spread ** bell;
    const seconds = Math.min(DAY / 2, 60 * minutes);
    const tabs = random() < HABITS.secondTabs ? 2 : 1;
    const begun = random() < HABITS.signIns ? acts.signIn : acts.start;
    let sent = tabs * (begun.bytes + HABITS.handshakes + (seconds / 60) * acts.minute.bytes);
    const written = Array.from({ length: begun.writes }, () => from);
    for (const [act, mean] of Object.entries(HABITS.acts) as [Act, number][])
      for (let left = countOf(mean, random); left > 0; left -= 1) {
        const { bytes, writes } = acts[act];
        sent += bytes + (tabs - 1) * acts.heard.bytes;
        const second = Math.floor(from + random() * seconds) % DAY;
        for (let write = 0; write < writes; write += 1) written.push(second);
      }
    return { from, to: Math.floor(from + Math.max(1, seconds)) % DAY, tabs, written, sent };
  });
}

const ALL = HOURS.reduce((sum, hour) => sum + hour, 0);

/** The beginning of a session, as a fraction of the day. */
function startOf(random: () => number): number {
  let left = random() * ALL;
  const hour = HOURS.findIndex(weight => (left -= weight) < 0);
  return (Math.max(0, hour) + random()) / HOURS.length;
}
