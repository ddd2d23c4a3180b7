import { letters, type Letter } from '../../mail/letters';
import { MailRefused, type Deliver } from '../../mail/smtp';
import type { Clock, Random } from '../../lib/types';
import type { Account } from '../accounts/accountRecord';
import type { Accounts } from '../accounts/accounts';
import type { Due } from '../accounts/accountRecord';
import { LINK_LIFETIME_MS, withCode, withoutDue } from '../accounts/codes';
import { isEmail } from '../../lib/email';
import { createMailSchedule, type Scheduled } from './mailSchedule';
import { createSecret, hashOf } from '../../lib/secrets';

/** Sends the pending mails of accounts in the background, independently of the requests. */
export interface Outbox {
  /** Sends mails left by the last start, if their links may still be useful. Call it once the app's URL is known. */
  begin(): void;
  /** Sends an account's pending mails a moment later; `from` is the address that requested them. */
  wake(uid: string, from: string): void;
  /** The state shown to the operator. */
  state(): MailState;
  /** Starts no more mails, and waits a little for those being sent. The others are sent after the next start. */
  close(): Promise<void>;
}

/** The number of waiting mails, and why the last one was not sent; null when it was. `at` is in milliseconds. */
export type MailState = { waiting: number; problem: { at: number; reason: string } | null };

interface OutboxParts {
  accounts: Accounts;
  clock: Clock;
  random: Random;
  /** The app's URL from the settings, never from a request. */
  site: () => string;
  deliver: Deliver;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
}

/** A mail to be sent, or sent but not yet recorded as such. */
type Job = Scheduled & { uid: string; due: Due; tries: number; isSent: boolean };

/** Stands for the requesting addresses of an earlier start, which are not stored. */
const LAST_START = '';
/** The delay before each try. The first try is after the answer, so that its duration reveals nothing. */
const WAITS_MS = [200, 5_000, 30_000, 120_000, 600_000, 1_800_000];
/** Longer than the time-outs of all steps of a mail together. */
const SEND_TIMEOUT_MS = 60_000;

export function createOutbox(parts: OutboxParts): Outbox {
  const { accounts, clock, log } = parts;
  const jobs = new Map<string, Job>();
  const schedule = createMailSchedule(send, job => !job.isSent && isWanted(parts, job));
  let problem: MailState['problem'] = null;

  async function send(job: Job): Promise<void> {
    const { uid, due } = job;
    const about = { account: uid, mail: due.for, tries: job.tries + 1 };
    try {
      const letter = job.isSent || !isWanted(parts, job) ? null : await letterFor(parts, uid, due);
      if (letter) {
        // A mail accepted after the time-out counts as well: the next try records it.
        const taken = parts.deliver(letter).then(() => void (job.isSent = true));
        await within(SEND_TIMEOUT_MS, taken);
        log.info(about, 'a mail was sent');
        problem = null;
      }
      await accounts.change(uid, account => sent(account, due));
      jobs.delete(keyOf(uid, due));
    } catch (error) {
      failed(job, about, error as Error);
    }
  }

  function failed(job: Job, about: object, error: Error): void {
    if (schedule.isClosed() || !accounts.get(job.uid)) return void jobs.delete(keyOf(job.uid, job.due));
    const reason = error.message.replaceAll(job.due.email, '[address]');
    const what = job.isSent ? 'a sent mail could not be noted' : 'a mail could not be sent';
    job.tries += 1;
    if (!job.isSent) problem = { at: clock(), reason };
    if (error instanceof MailRefused || job.tries === WAITS_MS.length) {
      jobs.delete(keyOf(job.uid, job.due));
      log.error({ ...about, reason }, `${what} and is given up; see npm run users`);
    } else {
      log.warn({ ...about, reason }, `${what}, it is tried again in ${WAITS_MS[job.tries]! / 1000} s`);
      schedule.add(job, WAITS_MS[job.tries]!);
    }
  }

  /**
   * A running or next job also serves this request; one that waits for another try is tried at once. A mail requested
   * longer ago than a link is valid is dropped.
   */
  function wake(uid: string, from: string): void {
    const oldest = clock() - LINK_LIFETIME_MS;
    for (const due of accounts.get(uid)?.due ?? []) {
      if (due.at <= oldest) continue;
      const known = jobs.get(keyOf(uid, due));
      if (schedule.isClosed()) return;
      if (known && !known.timer) {
        schedule.addTurn(known, from);
        continue;
      }
      clearTimeout(known?.timer);
      const job: Job = { uid, due, from, tries: 0, isSent: false };
      jobs.set(keyOf(uid, due), job);
      schedule.add(job, WAITS_MS[0]!);
    }
  }

  return {
    begin() {
      for (const { uid } of accounts.all()) wake(uid, LAST_START);
    },
    wake,
    state: () => ({ waiting: jobs.size, problem }),
    close: () => schedule.close(jobs.values()),
  };
}

const keyOf = (uid: string, due: Due) => `${uid} ${due.for} ${due.email}`;

/** False for a mail that is no longer useful. */
function isWanted({ accounts }: OutboxParts, { uid, due }: Pick<Job, 'uid' | 'due'>): boolean {
  const account = accounts.get(uid);
  if (!account || account.disabled || !isEmail(due.email)) return false;
  return due.for !== 'resetPassword' || due.email === account.email;
}

/** The pending mail, with a new link. */
async function letterFor(parts: OutboxParts, uid: string, due: Due): Promise<Letter> {
  const { accounts, clock, random } = parts;
  const site = parts.site();
  if (due.for === 'addressChanged') return letters.addressChanged(due.email, site);
  if (due.for === 'verifyAndChangeEmail' && accounts.byEmail(due.email))
    return letters.addressTaken(due.email, site);
  const secret = createSecret(random);
  const expiresAt = clock() + LINK_LIFETIME_MS;
  const code = { hash: hashOf(secret), for: due.for, email: due.email, expiresAt };
  await accounts.change(uid, current => withCode(current, code, clock()));
  return letters[due.for](due.email, site, `${site}/__/auth/action?mode=${due.for}&oobCode=${secret}`);
}

/** The account after a mail was sent. Its request for a link from the operator is dropped too, because the mail has one. */
function sent(account: Account, due: Due): Account {
  const rest = withoutDue(account, due);
  const isHelped = due.for === 'resetPassword' && account.reset?.hash === undefined;
  return { ...account, due: rest.length > 0 ? rest : undefined, ...(isHelped && { reset: undefined }) };
}

/** Rejects when a promise takes too long; the underlying work is not cancelled. */
function within(ms: number, promise: Promise<void>): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error('the mail server took too long')), ms).unref();
    promise.then(done, fail).finally(() => clearTimeout(timer));
  });
}
