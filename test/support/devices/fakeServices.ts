import { coalesce, loggedLabelOf } from '../../../src/app/store/kinds';
import type { Services } from '../../../src/app/rootSaga';
import type { WorkerPort } from '../../../src/find/finder';
import { openAnswers } from '../../../src/find/index/entryIndex';
import { openQueue } from '../../../src/sync/queue/queue';
import type { LeaderElection } from '../../../src/sync/queue/leader/leader';
import { openMemoryStore } from '../../../src/sync/queue/store/memoryStore';
import type { Account, AuthService, Refusal } from '../../../src/services/auth';
import type { Records } from '../../../src/services/database';
import type {
  CacheService,
  Clock,
  Connection,
  DraftService,
  HistoryEntry,
  ReturnPlaces,
  SessionStorage,
  UserData,
} from '../../../src/services/device';
import type { CalendarAsk, CalendarFeed, CalendarService } from '../../../src/services/calendar';
import { ServiceFailure } from '../../../src/services/failure';
import type { TransferService } from '../../../src/transfer/transferService';
import { work } from '../../../src/transfer/work';
import { fakeDatabase } from './fakeDatabase';
import { fakeReminders } from './fakeReminders';

/** Listeners that are called by a test. */
function subscribers<Value>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    count: () => listeners.size,
    tell: (value: Value) => [...listeners].forEach(listener => listener(value)),
    follow: (listener: (value: Value) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function fakeClock(): Clock & { wake(): void } {
  const wakes = subscribers<void>();
  return {
    now: () => Date.now(),
    afterPaint: () => Promise.resolve(),
    onWake: wakes.follow,
    wake: () => wakes.tell(),
  };
}

export function fakeConnection(): Connection & { set(isOnline: boolean): void } {
  const changes = subscribers<boolean>();
  let isOnline = true;
  return {
    isOnline: () => isOnline,
    follow: changes.follow,
    set(now) {
      isOnline = now;
      changes.tell(now);
    },
  };
}

/** `userData` of one browser; `elsewhere` acts as another tab. */
export function fakeSession(stored: UserData | string | null = null) {
  const changes = subscribers<void>();
  let kept = stored === null || typeof stored === 'string' ? stored : JSON.stringify(stored);
  let underWay = false;
  const session: SessionStorage = {
    beginSignIn: () => void (underWay = true),
    endSignIn: () => void (underWay = false),
    isSignInUnderWay: () => underWay,
    read: () => kept,
    write: userData => void (kept = JSON.stringify(userData)),
    clear: () => void (kept = null),
    follow: changes.follow,
  };
  return {
    ...session,
    kept: () => (kept === null ? null : (JSON.parse(kept) as UserData)),
    elsewhere(userData: UserData | null) {
      kept = userData && JSON.stringify(userData);
      changes.tell();
    },
    /** Signs in without notifying a frozen tab. */
    signInUnnoticed(userData: UserData | null) {
      kept = userData && JSON.stringify(userData);
    },
  };
}

/** The provider, with its accounts by e-mail: password and uid. */
export function fakeAuth(accounts: Record<string, { password: string; uid: string }> = {}) {
  const followers = subscribers<string | null>();
  const calls: string[] = [];
  let current: string | null | undefined;
  let failure: ServiceFailure | Error | null = null;
  let refusal: Refusal | null = null;
  /** Failures by the name of the call; with `after`, only once it has taken effect. */
  const faults = new Map<string, { failure: ServiceFailure; isAfter: boolean }>();
  /** Tokens of an earlier generation are refused. */
  let generation = 0;
  const set = (uid: string | null) => {
    current = uid;
    followers.tell(uid);
  };
  const answer = async (email: string, password: string): Promise<Account> => {
    await Promise.resolve();
    if (failure) throw failure;
    const account = accounts[email];
    if (account?.password !== password) throw new ServiceFailure('refused', 'auth/invalid-credential');
    set(account.uid);
    return { email, uid: account.uid, refreshToken: `refresh-${account.uid}` };
  };
  /** A call by the account's owner, with the failure planted for it, before or after its effect. */
  const own = async <Answer>(name: string, uid: string, work: (email: string) => Answer): Promise<Answer> => {
    calls.push(name);
    await Promise.resolve();
    const fault = faults.get(name);
    faults.delete(name);
    if (fault && !fault.isAfter) throw fault.failure;
    const email = Object.keys(accounts).find(address => accounts[address]!.uid === uid);
    if (email === undefined) throw new ServiceFailure('refused', 'auth/invalid-credential');
    const result = work(email);
    if (fault) throw fault.failure;
    return result;
  };
  const accountOf = (email: string): Account => {
    const { uid } = accounts[email]!;
    return { email, uid, refreshToken: `refresh-${uid}-${generation}` };
  };
  const auth: AuthService = {
    reauthenticate: (uid, password, as) =>
      own('reauthenticate', uid, email => {
        if (accounts[email]!.password !== password || (as ?? email) !== email)
          throw new ServiceFailure('refused', 'auth/invalid-credential');
        return accountOf(email);
      }),
    changePassword: (uid, newPassword) =>
      own('changePassword', uid, email => {
        generation += 1;
        accounts[email] = { uid, password: newPassword };
        return accountOf(email);
      }),
    changeEmail: (uid, newEmail) =>
      own('changeEmail', uid, email => {
        generation += 1;
        accounts[newEmail] = accounts[email]!;
        if (newEmail !== email) delete accounts[email];
        return accountOf(newEmail);
      }),
    deleteAccount: uid =>
      own('deleteAccount', uid, email => {
        delete accounts[email];
        refusal = 'deleted';
      }),
    async requestReset(email) {
      calls.push(`requestReset ${email}`);
      await Promise.resolve();
      if (failure) throw failure;
      return 'operator';
    },
    signIn(email, password) {
      calls.push('signIn');
      return answer(email, password);
    },
    signUp(email, password) {
      calls.push('signUp');
      accounts[email] ??= { password, uid: email.replace(/@.*/, '') };
      return answer(email, password);
    },
    async signOut() {
      calls.push('signOut');
      set(null);
    },
    follow(listener) {
      const stop = followers.follow(listener);
      if (current !== undefined) listener(current);
      return stop;
    },
    async refusalOf() {
      calls.push('refusalOf');
      await Promise.resolve();
      if (failure) throw failure;
      return refusal;
    },
  };
  return {
    ...auth,
    calls,
    accounts,
    /** Makes the next call of this name fail: it never arrived, or with `isAfter` its answer was lost. */
    failAt: (name: keyof AuthService, failed: ServiceFailure, isAfter = false) =>
      void faults.set(name, { failure: failed, isAfter }),
    /** Reports the user of the provider's session. */
    set,
    fail: (next: typeof failure) => void (failure = next),
    refuse: (reason: Refusal = 'revoked') => void (refusal = reason),
  };
}

export function fakeCache(first: Record<string, Records> = {}) {
  const kept = new Map(Object.entries(first));
  const settings = new Map<string, Records>();
  const histories = new Map<string, Map<string, HistoryEntry>>();
  const historyOf = (userId: string) => {
    const history = histories.get(userId) ?? new Map<string, HistoryEntry>();
    histories.set(userId, history);
    return history;
  };
  const cache: CacheService = {
    read: async (userId, list) => kept.get(`${userId}/${list}`) ?? null,
    readSettings: userId => settings.get(userId) ?? null,
    writeSettings: (userId, records) => void settings.set(userId, records),
    write: async (userId, list, records) => void kept.set(`${userId}/${list}`, records),
    change: async (userId, list, records) =>
      void kept.set(`${userId}/${list}`, { ...kept.get(`${userId}/${list}`), ...records }),
    readHistory: async userId => [...historyOf(userId).values()].sort((a, b) => a.number - b.number),
    async changeHistory(userId, changed, removed) {
      for (const entry of changed) historyOf(userId).set(entry.id, entry);
      for (const id of removed) historyOf(userId).delete(id);
    },
    async clear(userId) {
      settings.delete(userId);
      histories.delete(userId);
      [...kept.keys()].filter(key => key.startsWith(userId)).forEach(key => kept.delete(key));
    },
  };
  return { ...cache, kept };
}

/** The users whose place was stored, and those who returned to it. */
export function fakeReturnPlaces() {
  const kept = new Set<string>();
  const cleared: string[] = [];
  const returned: string[] = [];
  const returnPlaces: ReturnPlaces = {
    keepPlace: userId => void kept.add(userId),
    hasPlace: userId => kept.has(userId),
    async returnToPlace(userId) {
      if (kept.delete(userId)) returned.push(userId);
    },
    signOut: userId => void kept.delete(userId),
    clear: userId => void cleared.push(userId),
  };
  return { ...returnPlaces, kept, cleared, returned };
}

/** Drafts are not needed, because no form is opened. */
export const fakeDrafts = (): DraftService => ({
  isReady: () => true,
  refresh: () => undefined,
  own: () => null,
  others: () => [],
  write: () => undefined,
  leave: () => undefined,
  take: () => undefined,
  discard: () => undefined,
  failure: () => null,
  forms: () => [],
  follow: () => () => undefined,
  clear: () => undefined,
});

/** This tab is the leader until the test changes that. */
export function fakeElection(): LeaderElection & { set(isLeader: boolean): void } {
  const turns = subscribers<boolean>();
  let now = true;
  return {
    lead(_userId, listener) {
      const stop = turns.follow(listener);
      listener(now);
      return stop;
    },
    set(isLeader) {
      now = isLeader;
      turns.tell(isLeader);
    },
  };
}

/** The search worker, without a thread; `posts` are the messages that it received. */
export function fakeFindWorker() {
  const answer = openAnswers();
  const posts: unknown[] = [];
  const worker: WorkerPort & { posts: unknown[]; isOver: boolean } = {
    posts,
    isOver: false,
    onmessage: null,
    onerror: null,
    postMessage(message: never) {
      const sent = structuredClone(message);
      posts.push(sent);
      const answered = answer(sent);
      const listener = worker.onmessage as ((event: unknown) => void) | null;
      if (answered) void Promise.resolve().then(() => listener?.({ data: structuredClone(answered) }));
    },
    terminate: () => void (worker.isOver = true),
  };
  return worker;
}

/** Reads and writes files synchronously; `saved` has those that were downloaded. */
export function fakeTransfer() {
  const saved: { name: string; text: string }[] = [];
  const transfer: TransferService = {
    async read(chosen, options) {
      const files = await Promise.all(
        chosen.map(async file => ({ name: file.name, bytes: await bytesOf(file) })),
      );
      const result = work({ type: 'read', files, options });
      return 'reading' in result ? result.reading : (result as { unreadable: string });
    },
    async save(kind, content, name, now) {
      const { text } = work({ type: 'write', kind, content, now }) as { text: string };
      saved.push({ name, text });
    },
  };
  return { ...transfer, saved };
}

/** The calendar address of one account; `set` makes the site serve none, or fail once. */
function fakeCalendar() {
  let feed: CalendarFeed | null = null;
  let answers: 'yes' | 'none' | ServiceFailure = 'yes';
  let made = 0;
  const fake = {
    /** Is waited for before each request. */
    before: (_ask: CalendarAsk): Promise<void> | void => undefined,
    feed: () => feed,
    set: (next: typeof answers) => void (answers = next),
  };
  const ask: CalendarService = async (_userId, request) => {
    const { method, only = '' } = request;
    await service.before(request);
    const now = answers;
    if (now instanceof ServiceFailure) {
      answers = 'yes';
      throw now;
    }
    if (now === 'none') return null;
    if (method === 'POST') feed = { createdAt: Date.now() + (made += 1), only };
    if (method === 'PATCH') feed = feed && { ...feed, only };
    if (method === 'DELETE') feed = null;
    return { feed, ...(method === 'POST' && { address: `https://tasks.example/feeds/secret${made}.ics` }) };
  };
  const service = Object.assign(ask, fake);
  return service;
}

/** jsdom's files have no `arrayBuffer()`. */
const bytesOf = (file: Blob) =>
  new Promise<ArrayBuffer>(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(file);
  });

/** All services, in memory and controlled by the test. */
export function fakeServices({ userData = null as UserData | null, tasks = {}, notes = {} } = {}) {
  const clock = fakeClock();
  const updates = subscribers<void>();
  const paths = ['/tasks/new'];
  let drawn = 0;
  const services = {
    clock,
    auth: fakeAuth({ 'anna@example.org': { password: 'open sesame', uid: 'anna' } }),
    cache: fakeCache(),
    calendar: fakeCalendar(),
    connection: fakeConnection(),
    database: fakeDatabase({ tasks, notes }),
    drafts: fakeDrafts(),
    returnPlaces: fakeReturnPlaces(),
    navigation: { path: () => paths.at(-1)!, go: (path: string) => void paths.push(path), paths },
    queue: openQueue({ coalesce, labelOf: loggedLabelOf, store: openMemoryStore() }),
    random: {
      below: (limit: number) => ++drawn % limit,
      pushKey: () => `-key${String(++drawn).padStart(6, '0')}`,
    },
    election: fakeElection(),
    ...fakeReminders(),
    startFindWorker: (): WorkerPort => fakeFindWorker(),
    session: fakeSession(userData),
    transfer: fakeTransfer(),
    updates: {
      start: jest.fn(),
      follow: updates.follow,
      apply: jest.fn(),
      find: () => updates.tell(),
    },
  };
  return services satisfies Services;
}

/** A session that ends in two days. */
export const userDataOf = (id: string, lasts = 2 * 24 * 60 * 60 * 1000): UserData => ({
  email: `${id}@example.org`,
  id,
  expiryDate: new Date(Date.now() + lasts).toISOString(),
  token: `refresh-${id}`,
});
