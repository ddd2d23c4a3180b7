import { createThrottle, type Throttle } from '../../../server/auth/passwords/throttle';
import { withBrowser } from '../../../server/auth/sessions/browsers';
import { askControl } from '../../../server/storage/control';
import { call, errorOf, signUp } from '../../support/clients/identity';
import { startHere, type ServerHere } from '../../support/server/serverHere';

const tooMany = expect.stringMatching(/^TOO_MANY_ATTEMPTS_TRY_LATER : /);
let server: ServerHere;
/** Its hashes take their time, so that guesses are counted while others are hashed. */
let dear: ServerHere;
// With a trusted proxy one machine can send from many addresses.
const env = { TRUST_PROXY: '1' };
beforeAll(async () => {
  [server, dear] = await Promise.all([startHere({ env }), startHere({ env, dearPasswords: true })]);
});
afterAll(() => Promise.all([server.stop(), dear.stop()]));

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Sends wrong passwords, `times` at once; returns the messages of the answers. */
async function guess(email: string, address: string, times: number, { url } = server): Promise<string[]> {
  const asked = Array.from({ length: times }, () =>
    call(url, 'accounts:signInWithPassword', { email, password: 'wrong-1' }, from(address)),
  );
  return (await Promise.all(asked)).map(({ body }) => errorOf(body));
}

const tryRight = async (email: string, address: string, { url } = server) =>
  (await call(url, 'accounts:signInWithPassword', { email, password: 'secret1' }, from(address))).body;

it('stops the eleventh guess of an address at an account, even of all at once', async () => {
  await signUp(dear.url, 'guessed@example.com');
  const answers = await guess('guessed@example.com', '192.0.2.1', 12, dear);
  expect(answers.filter(message => message === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(10);
  expect(answers.filter(message => message.startsWith('TOO_MANY_ATTEMPTS_TRY_LATER'))).toHaveLength(2);
  expect(errorOf(await tryRight('guessed@example.com', '192.0.2.1', dear))).toEqual(tooMany);
});

it('lets a person in with a new password, after ten wrong guesses at their address', async () => {
  const email = 'forgetful@example.com';
  await signUp(server.url, email);
  await guess(email, '192.0.2.4', 11);
  const link = String(await askControl(server.dataDir, 'users reset', email)).split('\n')[1]!;
  const oobCode = new URL(link).searchParams.get('oobCode');
  await call(server.url, 'accounts:resetPassword', { oobCode, newPassword: 'secret1' }, from('192.0.2.4'));
  expect(await tryRight(email, '192.0.2.4')).toMatchObject({ registered: true });
});

it('lets the owner in from elsewhere meanwhile', async () => {
  expect(await tryRight('guessed@example.com', '192.0.2.2', dear)).toMatchObject({
    email: 'guessed@example.com',
  });
});

describe('a browser that signed in before', () => {
  const email = 'locked@example.com';
  const people = { locked: '', other: '' };

  /**
   * Signs in as a browser with this cookie, or as a program without; returns the error message or null, and the
   * cookie of the answer.
   */
  async function sign(
    address: string,
    cookie: string,
    password = 'secret1',
    to = 'signInWithPassword',
    who = email,
    isBrowser = true,
  ) {
    const answer = await fetch(`${server.url}/v1/accounts:${to}?key=k`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(isBrowser && { cookie, origin: server.url }),
        ...from(address),
      },
      body: JSON.stringify({ email: who, password }),
    });
    const body = (await answer.json()) as Parameters<typeof errorOf>[0];
    return { message: answer.ok ? null : errorOf(body), cookie: answer.headers.get('set-cookie') };
  }

  beforeAll(async () => {
    const cookieOf = async (who: string) => (await sign('192.0.2.50', '', 'secret1', 'signUp', who)).cookie!;
    people.locked = await cookieOf(email);
    people.other = await cookieOf('other-browser@example.com');
    // Guess from many addresses until everybody else is locked out.
    for (let at = 0; at < 60; at += 1) await sign(`198.51.100.${at}`, '', 'wrong-1');
  });
  const pair = (cookie: string) => cookie.split(';', 1)[0]!;

  it('has a random cookie that no script reads', () => {
    expect(people.locked).toMatch(
      /^daywall-browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(pair(people.locked)).not.toBe(pair(people.other));
  });

  it('gets none as a program', async () => {
    const who = 'scripted@example.com';
    await signUp(server.url, who);
    const answer = await sign('192.0.2.55', '', 'secret1', 'signInWithPassword', who, false);
    expect(answer).toEqual({ message: null, cookie: null });
  });

  it('is let in while guesses from many addresses lock everybody else out', async () => {
    expect((await sign('192.0.2.51', '')).message).toEqual(tooMany);
    expect((await sign('192.0.2.51', pair(people.other))).message).toEqual(tooMany);
    expect((await sign('192.0.2.51', 'daywall-browser=x')).message).toEqual(tooMany);
    const owner = await sign('192.0.2.51', pair(people.locked));
    expect(owner).toEqual({ message: null, cookie: people.locked });
  });

  it('is known after a restart, and keeps its own count of wrong guesses', async () => {
    await server.restart();
    const guesses = [];
    for (let at = 0; at < 12; at += 1)
      guesses.push((await sign(`203.0.113.${at}`, pair(people.locked), 'wrong-1')).message);
    expect(guesses.slice(0, 10)).toEqual(Array(10).fill('INVALID_LOGIN_CREDENTIALS'));
    expect(guesses.slice(10)).toEqual([tooMany, tooMany]);
    expect((await sign('192.0.2.52', pair(people.locked))).message).toEqual(tooMany);
    expect((await sign('192.0.2.52', '')).message).toBeNull();
  });

  it('is not pushed out by hundreds of sign-ins without a cookie, before or after', async () => {
    const who = 'private@example.com';
    const { cookie: first } = await sign('192.0.2.60', '', 'secret1', 'signUp', who);
    const enter = (cookie: string) => sign('192.0.2.60', cookie, 'secret1', 'signInWithPassword', who);
    for (let times = 0; times < 120; times += 1) expect((await enter('')).message).toBeNull();
    const { cookie: second } = await enter('');
    expect((await enter(pair(second!))).message).toBeNull();
    for (let times = 0; times < 120; times += 1) await enter('');
    for (let at = 0; at < 60; at += 1)
      await sign(`198.51.100.${at}`, '', 'wrong-1', 'signInWithPassword', who);
    expect((await enter('')).message).toEqual(tooMany);
    for (const cookie of [first!, second!]) expect((await enter(pair(cookie))).message).toBeNull();
  });

  it('is one of a hundred of its account, the last of which a new one replaces', () => {
    const browsers = Array.from({ length: 100 }, (_, at) => `${at}`);
    expect(withBrowser({ browsers }, 'new')).toEqual([...browsers.slice(0, 99), 'new']);
    expect(withBrowser({ browsers: ['a', 'b'] }, 'b')).toEqual(['b', 'a']);
  });

  it('has a cookie for TLS alone behind a proxy with TLS', async () => {
    const answer = await fetch(`${server.url}/v1/accounts:signInWithPassword?key=k`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-proto': 'https',
        origin: `https://127.0.0.1:${server.port}`,
        ...from('192.0.2.53'),
      },
      body: JSON.stringify({ email, password: 'secret1' }),
    });
    expect(answer.headers.get('set-cookie')).toContain('; Secure');
  });
});

it('counts unknown e-mails alike, so that the throttle tells nothing', async () => {
  const answers = await guess('nobody@example.com', '192.0.2.3', 11);
  expect(answers.filter(message => message.startsWith('TOO_MANY'))).toHaveLength(1);
});

describe('the counts, without the work of hashing', () => {
  let throttle: Throttle;
  beforeEach(() => (throttle = createThrottle()));

  /** Asks `times` times; returns the number of requests that were allowed. */
  async function passes(times: number, ask: (i: number) => Promise<unknown>): Promise<number> {
    const answers = await Promise.allSettled(Array.from({ length: times }, (_, i) => ask(i)));
    const refusals = answers.filter(answer => answer.status === 'rejected');
    for (const { reason } of refusals) expect(reason).toMatchObject({ message: tooMany });
    return times - refusals.length;
  }

  it('stop guesses at one account from many addresses, until it has a new password', async () => {
    const guess = (i: number) => throttle.signIn('popular@example.com', `198.51.100.${i}`);
    expect(await passes(60, guess)).toBe(50);
    await throttle.forgive('popular@example.com');
    expect(await passes(60, guess)).toBe(50);
  });

  it('stop guesses at many accounts from one address, without blocking sign-up there', async () => {
    expect(await passes(120, i => throttle.signIn(`many${i}@example.com`, '203.0.113.1'))).toBe(100);
    expect(await passes(1, () => throttle.signUp('203.0.113.1'))).toBe(1);
    expect(await passes(1, () => throttle.signIn('other@example.com', '203.0.113.2'))).toBe(1);
  });

  it('let one address make 200 accounts an hour, and no more', async () => {
    expect(await passes(210, () => throttle.signUp('203.0.113.1'))).toBe(200);
    expect(await passes(1, () => throttle.signUp('203.0.113.2'))).toBe(1);
  });

  it('let go of what was taken back', async () => {
    for (let i = 0; i < 20; i++) await (await throttle.signIn('often@example.com', '203.0.113.1'))();
    for (let i = 0; i < 300; i++) await (await throttle.signUp('203.0.113.1'))();
    expect(await passes(11, () => throttle.signIn('often@example.com', '203.0.113.1'))).toBe(10);
    expect(await passes(201, () => throttle.signUp('203.0.113.1'))).toBe(200);
  });

  it('bound how often one address is told that an e-mail is taken', async () => {
    expect(await passes(101, () => throttle.takenEmail('203.0.113.1'))).toBe(100);
  });
});

it('hashes ten new passwords of an account in a quarter of an hour, of any number', async () => {
  const { idToken } = await signUp(dear.url, 'fickle@example.com');
  const asked = Array.from({ length: 30 }, (_, i) =>
    call(dear.url, 'accounts:update', { idToken, password: `secret${i}` }, from('192.0.2.9')),
  );
  const answers = await Promise.all(asked);
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted.length).toBeGreaterThan(0);
  expect(accepted.length).toBeLessThanOrEqual(10);
  // The first change revokes the token, and on a busy machine other requests arrive later.
  for (const { status, body } of answers)
    if (status !== 200) expect(errorOf(body)).toMatch(/^(TOO_MANY_ATTEMPTS_TRY_LATER|TOKEN_EXPIRED)/);
});

it('limits how often a reset may be asked for', async () => {
  const body = { requestType: 'PASSWORD_RESET', email: 'often@example.com' };
  const ask = (at: number) => call(server.url, 'accounts:sendOobCode', body, from(`192.0.2.${at}`));
  for (let at = 0; at < 5; at++) expect((await ask(at)).status).toBe(200);
  expect(errorOf((await ask(5)).body)).toEqual(tooMany);
});

it('takes the network of an IPv6 customer for one address', async () => {
  await signUp(server.url, 'six@example.com');
  await guess('six@example.com', '2001:db8:1:2::1', 10);
  expect(errorOf(await tryRight('six@example.com', '2001:db8:1:2:ffff::9'))).toEqual(tooMany);
  expect(await tryRight('six@example.com', '2001:db8:1:3::1')).toMatchObject({ registered: true });
});

it('believes no forwarded address of a stranger', async () => {
  const plain = await startHere();
  const email = 'owner@example.com';
  await signUp(plain.url, email);
  const ask = (i: number) =>
    call(plain.url, 'accounts:signInWithPassword', { email, password: 'wrong-1' }, from(`192.0.2.${i}`));
  const answers = await Promise.all(Array.from({ length: 11 }, (_, i) => ask(i)));
  expect(answers.filter(({ body }) => errorOf(body).startsWith('TOO_MANY'))).toHaveLength(1);
  await plain.stop();
});
