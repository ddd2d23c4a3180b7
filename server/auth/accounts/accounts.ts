import { pairsOf } from '../../lib/pairs';
import { ProtocolError, type Section, type StoreChange } from '../../lib/types';
import { readAccount, type Account } from './accountRecord';

/** A pure function from an account's state to the next; it throws to refuse the change. */
export type Edit = (account: Account) => Account;

export interface Accounts {
  get(uid: string): Account | undefined;
  byEmail(email: string): Account | undefined;
  bySession(hash: string): Account | undefined;
  /** The account of a mailed link, or of the operator's. */
  byCode(hash: string): Account | undefined;
  /** The account of a calendar address. */
  byFeed(hash: string): Account | undefined;
  all(): Account[];
  /** Resolves when the account is on disk. Of simultaneous requests for one e-mail only one succeeds. */
  create(account: Account): Promise<void>;
  /** Changes one account at a time; a change becomes visible when it is on disk. */
  change(uid: string, edit: Edit): Promise<Account>;
  /** `check` throws to refuse; it sees the account's state at its turn in the queue. */
  remove(uid: string, check?: (account: Account) => void): Promise<void>;
  /** Takes as much disk time as a change without making one, for requests whose duration must reveal nothing. */
  changeNothing(): Promise<void>;
}

/** Reads all accounts into memory; the stored section remains authoritative. */
export async function openAccounts(section: Section): Promise<Accounts> {
  const index = createIndex();
  const claimed = new Set<string>();
  const inTurn = createTurns(index);

  async function write(before: Account | undefined, after: Account | undefined): Promise<void> {
    const email = after?.email === before?.email ? undefined : after?.email;
    if (email !== undefined) {
      if (index.byEmail(email) || claimed.has(email)) throw new ProtocolError('EMAIL_EXISTS');
      claimed.add(email);
    }
    try {
      const change: StoreChange = after
        ? { key: after.uid, value: JSON.stringify(after) }
        : { key: before!.uid, value: null };
      await section.commit([change]);
      index.publish(before, after);
    } finally {
      if (email !== undefined) claimed.delete(email);
    }
  }

  for await (const [uid, value] of pairsOf(section.pages()))
    index.publish(undefined, readAccount(uid, value));

  return {
    get: index.get,
    byEmail: index.byEmail,
    bySession: index.bySession,
    byCode: index.byCode,
    byFeed: index.byFeed,
    all: index.all,
    create: account => write(undefined, account),
    change: (uid, edit) =>
      inTurn(uid, async account => {
        const after = edit(account);
        await write(account, after);
        return after;
      }),
    remove: (uid, check) =>
      inTurn(uid, account => {
        check?.(account);
        return write(account, undefined);
      }),
    changeNothing: () => section.commit([{ key: ' ', value: null }]),
  };
}

type AccountIndex = ReturnType<typeof createIndex>;

/** The accounts in memory, indexed by everything by which they are looked up. */
function createIndex() {
  const byUid = new Map<string, Account>();
  const byEmail = new Map<string, string>();
  const bySession = new Map<string, string>();
  const byCode = new Map<string, string>();
  const byFeed = new Map<string, string>();
  const find = (keys: Map<string, string>, key: string) => byUid.get(keys.get(key) ?? '');
  return {
    get: (uid: string) => byUid.get(uid),
    byEmail: (email: string) => find(byEmail, email),
    bySession: (hash: string) => find(bySession, hash),
    byCode: (hash: string) => find(byCode, hash),
    byFeed: (hash: string) => find(byFeed, hash),
    all: () => [...byUid.values()],
    publish(before: Account | undefined, after: Account | undefined): void {
      if (before) {
        byUid.delete(before.uid);
        byEmail.delete(before.email);
        for (const session of before.sessions) bySession.delete(session.hash);
        for (const hash of hashesOf(before)) byCode.delete(hash);
        if (before.feed) byFeed.delete(before.feed.hash);
      }
      if (after) {
        byUid.set(after.uid, after);
        byEmail.set(after.email, after.uid);
        for (const session of after.sessions) bySession.set(session.hash, after.uid);
        for (const hash of hashesOf(after)) byCode.set(hash, after.uid);
        if (after.feed) byFeed.set(after.feed.hash, after.uid);
      }
    },
  };
}

/** Runs the tasks of one account one after the other, and different accounts' in parallel. */
function createTurns(index: AccountIndex) {
  const queues = new Map<string, Promise<unknown>>();
  return <T>(uid: string, task: (account: Account) => Promise<T>): Promise<T> => {
    const turn = (queues.get(uid) ?? Promise.resolve()).then(() => {
      const account = index.get(uid);
      if (!account) throw new ProtocolError('USER_NOT_FOUND');
      return task(account);
    });
    const ended: Promise<void> = turn
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        if (queues.get(uid) === ended) queues.delete(uid);
      });
    queues.set(uid, ended);
    return turn;
  };
}

/** The hashes of all links for an account. */
function hashesOf({ reset, codes = [] }: Account): string[] {
  return [...(reset?.hash ? [reset.hash] : []), ...codes.map(({ hash }) => hash)];
}
