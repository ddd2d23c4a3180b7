/** The outbox in fake time: when it tries, when it gives up, and what it never sends. */
import { randomBytes } from 'node:crypto';
import type { Account } from '../../../../server/auth/accounts/accountRecord';
import type { Accounts, Edit } from '../../../../server/auth/accounts/accounts';
import type { Due } from '../../../../server/auth/accounts/accountRecord';
import { createOutbox } from '../../../../server/auth/mails/outbox';
import type { Letter } from '../../../../server/mail/letters';
import { MailRefused } from '../../../../server/mail/smtp';

let people: Map<string, Account>;
let sent: Letter[];
let deliver: (letter: Letter) => Promise<void>;
/** Stores a change of an account on the disk. */
let keep: () => Promise<void>;
const lines: { level: string; message: string; fields: object }[] = [];

const person = (uid: string, due: Due[], more: Partial<Account> = {}) =>
  people.set(uid, { uid, email: `${uid}@example.com`, due, ...more } as Account);
const reset = (uid: string, at = Date.now()): Due => ({
  for: 'resetPassword',
  email: `${uid}@example.com`,
  at,
});

function open() {
  const accounts = {
    get: (uid: string) => people.get(uid),
    all: () => [...people.values()],
    byEmail: (email: string) => [...people.values()].find(each => each.email === email),
    change: async (uid: string, edit: Edit) => {
      const after = edit(people.get(uid)!);
      await keep();
      people.set(uid, after);
      return after;
    },
  } as Partial<Accounts> as Accounts;
  const log = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields });
  return createOutbox({
    accounts,
    clock: () => Date.now(),
    random: randomBytes,
    site: () => 'https://tasks.example',
    deliver: letter => deliver(letter),
    log: { info: log('info'), warn: log('warn'), error: log('error') },
  });
}

beforeEach(() => {
  jest.useFakeTimers();
  people = new Map();
  sent = [];
  lines.length = 0;
  deliver = async letter => void sent.push(letter);
  keep = async () => undefined;
});
afterEach(() => jest.useRealTimers());

it('tries six times in three quarters of an hour, then leaves it to the next start', async () => {
  let tries = 0;
  deliver = async () => {
    tries += 1;
    throw new Error('connect ECONNREFUSED for ann@example.com');
  };
  person('ann', [reset('ann')]);
  const outbox = open();
  outbox.begin();
  await jest.advanceTimersByTimeAsync(45 * 60_000);
  expect(tries).toBe(6);
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'warn', 'error']);
  expect(JSON.stringify(lines)).not.toContain('ann@example.com');
  expect(people.get('ann')!.due).toHaveLength(1);
  deliver = async letter => void sent.push(letter);
  open().begin();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(1);
  expect(people.get('ann')!.due).toBeUndefined();
});

it('sends nothing after a start that nobody waits for any more', async () => {
  person('ann', [reset('ann', Date.now() - 3_600_001)]);
  open().begin();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(sent).toEqual([]);
});

it('is held up by a hanging mail server for a minute a mail at most, two at a time', async () => {
  let [now, most] = [0, 0];
  deliver = () => {
    most = Math.max(most, (now += 1));
    return new Promise(() => undefined);
  };
  for (const uid of ['a', 'b', 'c', 'd']) person(uid, [reset(uid)]);
  const outbox = open();
  outbox.begin();
  await jest.advanceTimersByTimeAsync(59_000);
  expect(now).toBe(2);
  deliver = async letter => void sent.push(letter);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(sent.map(({ to }) => to)).toEqual(['c@example.com', 'd@example.com']);
  await jest.advanceTimersByTimeAsync(6_000);
  expect(sent).toHaveLength(4);
  expect(most).toBe(2);
});

it('sends a hundred mails at once, three hundred an hour, and the others later', async () => {
  for (let i = 0; i < 320; i += 1) person(`p${i}`, [reset(`p${i}`)]);
  open().begin();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(100);
  await jest.advanceTimersByTimeAsync(3_598_000);
  expect(sent.length).toBeGreaterThan(290);
  expect(sent.length).toBeLessThanOrEqual(300);
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  expect(sent).toHaveLength(320);
});

describe('hundreds of wishes from six addresses', () => {
  const toOwner = () => sent.filter(({ to }) => to === 'owner@example.com').length;
  let outbox: ReturnType<typeof open>;
  beforeEach(async () => {
    person('owner', [reset('owner')]);
    outbox = open();
    for (let i = 0; i < 300; i += 1) {
      person(`p${i}`, [reset(`p${i}`)]);
      outbox.wake(`p${i}`, `192.0.2.${i % 6}`);
    }
    await jest.advanceTimersByTimeAsync(60_000);
  });

  it('hold up nobody who asks from elsewhere by more than a turn of each', async () => {
    outbox.wake('owner', '203.0.113.9');
    await jest.advanceTimersByTimeAsync(180_000);
    expect(toOwner()).toBe(1);
    expect(sent.length).toBeLessThan(120);
  });

  it('neither when one named the same account before, nor when one does so after', async () => {
    outbox.wake('owner', '192.0.2.1');
    await jest.advanceTimersByTimeAsync(1_000);
    outbox.wake('owner', '203.0.113.9');
    outbox.wake('owner', '192.0.2.1');
    await jest.advanceTimersByTimeAsync(180_000);
    expect(toOwner()).toBe(1);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(toOwner()).toBe(1);
    expect(sent).toHaveLength(301);
  });
});

it('sends no mail twice when the disk refuses to note that it was sent', async () => {
  let failures = 2;
  keep = async () => {
    if (sent.length > 0 && (failures -= 1) >= 0) throw new Error('The disk refused: ENOSPC');
  };
  person('ann', [reset('ann')]);
  const outbox = open();
  outbox.wake('ann', '192.0.2.1');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(people.get('ann')!.due).toHaveLength(1);
  expect(outbox.state()).toEqual({ waiting: 1, problem: null });
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(sent).toHaveLength(1);
  expect(people.get('ann')!.due).toBeUndefined();
  expect(outbox.state().waiting).toBe(0);
});

it('sends no mail twice that the mail server takes after the patience is over', async () => {
  deliver = letter => new Promise(done => setTimeout(() => done(void sent.push(letter)), 63_000));
  person('ann', [reset('ann')]);
  open().begin();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(sent).toHaveLength(1);
  expect(people.get('ann')!.due).toBeUndefined();
});

it('sends with a new request no mail that was given up more than an hour ago', async () => {
  person('ann', [
    reset('ann'),
    { for: 'verifyAndChangeEmail', email: 'new@example.com', at: Date.now() - 3_600_001 },
  ]);
  const outbox = open();
  outbox.wake('ann', '192.0.2.1');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(sent.map(({ to }) => to)).toEqual(['ann@example.com']);
});

it('counts for the pace only what is mailed, not what the disk refused', async () => {
  keep = async () => {
    if (sent.length > 0) throw new Error('The disk refused: ENOSPC');
  };
  person('first', [reset('first')]);
  const outbox = open();
  outbox.wake('first', '192.0.2.1');
  await jest.advanceTimersByTimeAsync(160_000);
  keep = async () => undefined;
  for (let i = 0; i < 110; i += 1) {
    person(`off${i}`, [reset(`off${i}`)], { disabled: true });
    outbox.wake(`off${i}`, '192.0.2.2');
  }
  await jest.advanceTimersByTimeAsync(1_000);
  for (let i = 0; i < 100; i += 1) {
    person(`p${i}`, [reset(`p${i}`)]);
    outbox.wake(`p${i}`, '192.0.2.3');
  }
  await jest.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(101);
});

it('forgets of two new addresses the one to which it has sent', async () => {
  const confirm = (email: string): Due => ({ for: 'verifyAndChangeEmail', email, at: Date.now() });
  person('ann', [confirm('busy@example.com'), confirm('new@example.com')]);
  deliver = async ({ to }) => {
    if (to === 'busy@example.com') throw new Error('450 try later');
  };
  open().begin();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(people.get('ann')!.due).toMatchObject([{ email: 'busy@example.com' }]);
});

it('tries a mail that failed at its time, though two addresses asked for it', async () => {
  let tries = 0;
  deliver = async ({ to }) => {
    if (to !== 'ann@example.com') return new Promise(() => undefined);
    tries += 1;
    throw new Error('450 try later');
  };
  for (const uid of ['a', 'b', 'ann']) person(uid, [reset(uid)]);
  const outbox = open();
  outbox.begin();
  await jest.advanceTimersByTimeAsync(1_000);
  outbox.wake('ann', '192.0.2.1');
  await jest.advanceTimersByTimeAsync(61_000);
  expect(tries).toBe(1);
});

it.each<[string, Due, Partial<Account>]>([
  ['a disabled account', reset('ann'), { disabled: true }],
  ['an address that the account has no more', { ...reset('ann'), email: 'old@example.com' }, {}],
  [
    'an imported address with a line break',
    { for: 'addressChanged', email: 'a@example.com\r\nBcc: b@example.com', at: Date.now() },
    {},
  ],
  [
    'a list of addresses',
    { for: 'addressChanged', email: 'a@example.com,b@example.com', at: Date.now() },
    {},
  ],
])('sends nothing for %s, and forgets it', async (_, due, more) => {
  person('ann', [{ ...due, at: Date.now() }], more);
  open().begin();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([]);
  expect(people.get('ann')!.due).toBeUndefined();
});

it('tries a mail refused for good no second time, and begins none once closed', async () => {
  deliver = async () => {
    throw new MailRefused('550 no such mailbox');
  };
  person('ann', [reset('ann')]);
  const outbox = open();
  outbox.begin();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(lines).toMatchObject([{ level: 'error', fields: { reason: '550 no such mailbox', tries: 1 } }]);
  deliver = async letter => void sent.push(letter);
  outbox.wake('ann', '192.0.2.1');
  const closed = outbox.close();
  await jest.advanceTimersByTimeAsync(10_000);
  await closed;
  expect(sent).toEqual([]);
});
