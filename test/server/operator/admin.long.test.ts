/** The operator's page: who has access, what its forms do, and that no other site can submit them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askControl } from '../../../server/storage/control';
import { runScript } from '../../support/server/command';
import { ask, type RawAnswer } from '../../support/clients/http';
import { damageAccount } from '../../support/server/damagedFolder';
import { call, errorOf, lookup, refresh, signIn, signUp } from '../../support/clients/identity';
import { startServer, type TestServer } from '../../support/server/server';
import { until } from '../../support/until';

let server: TestServer;
let backups: string;
beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'daywall-backups-'));
  server = await startServer({ env: { BACKUP_DIR: backups, SIGN_UP: 'open' } });
});
afterAll(async () => {
  await server.stop();
  await rm(backups, { recursive: true });
});

/** A browser with a cookie that sends the origin of its forms. */
function browser(at: TestServer, headers: Record<string, string> = {}) {
  const host = headers['host'] ?? `127.0.0.1:${at.port}`;
  const origin = headers['origin'] ?? `http://${host}`;
  let cookie = '';
  const keep = (answer: RawAnswer) => {
    const given = answer.headers['set-cookie']?.[0];
    if (given) cookie = given.split(';')[0]!;
    return answer;
  };
  const send = async (path: string, method = 'GET', body?: string, more: Record<string, string> = {}) =>
    keep(
      await ask(at.url + path, {
        method,
        headers: {
          host,
          ...headers,
          ...(cookie && { cookie }),
          ...(method === 'POST' && { origin }),
          ...more,
        },
        ...(body !== undefined && { body }),
      }),
    );
  const csrf = (page: string) => /name="csrf" value="([\w-]+)"/.exec(page)?.[1] ?? '';
  return {
    get: (path: string, more = {}) => send(path, 'GET', undefined, more),
    post: (path: string, fields: Record<string, string>, more = {}) =>
      send(path, 'POST', new URLSearchParams(fields).toString(), more),
    /** Opens a page for its form token, then submits a form. */
    async submit(path: string, fields: Record<string, string> = {}, more = {}) {
      const page = await send('/admin/people/none/delete');
      const own = csrf(page.body) || csrf((await send('/admin')).body);
      return send(path, 'POST', new URLSearchParams({ csrf: own, ...fields }).toString(), more);
    },
    csrf,
    cookie: () => cookie,
  };
}
/** Milliseconds from a user's last sign-in to the last visit. */
async function visitOf(email: string): Promise<number> {
  type Listed = { email: string; lastVisit: string; lastSignIn: string };
  const listed = (await askControl(server.dataDir, 'users list')) as Listed[];
  const { lastVisit, lastSignIn } = listed.find(user => user.email === email)!;
  return Date.parse(lastVisit) - Date.parse(lastSignIn);
}
/** Waits for a visit on a later day: a request is answered before its visit is on the disk. */
const visitStored = (email: string) =>
  until(async () => expect(await visitOf(email)).toBeGreaterThan(86_400_000));
const linkIn = ({ body }: RawAnswer) => /readonly value="([^"]+)"/.exec(body)![1]!.replaceAll('&amp;', '&');
const put = (uid: string, idToken: string, path: string, value: unknown) =>
  fetch(`${server.url}/${uid}/${path}.json?auth=${idToken}`, { method: 'PUT', body: JSON.stringify(value) });
const task = { taskName: 'Water', taskDescription: '', taskList: 'work', taskDueDate: '', taskId: 1 };

it('shows people, their size and last visit, backups, and the doctor’s finds', async () => {
  await signUp(server.url, 'ann+<b>@example.com').catch(() => undefined);
  const { refreshToken } = await signUp(server.url, "o'neil@example.com");
  await server.advance(3 * 86_400_000);
  expect((await refresh(server.url, refreshToken)).status).toBe(200);
  await visitStored("o'neil@example.com");
  const { status, headers, body } = await browser(server).get('/admin');
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['set-cookie']![0]).toMatch(/; Path=\/admin; HttpOnly; SameSite=Strict$/);
  expect(body).toContain('o&#39;neil@example.com');
  expect(body).toMatch(/0 KB of 75 MB/);
  expect(body).toMatch(/Last visit<\/dt>\s*<dd><time[^>]*>just now</);
  expect(body).toMatch(/Since<\/dt>\s*<dd><time[^>]*>3 days ago</);
  expect(body).toContain(`There is no backup in <code>${backups}</code>`);
  expect(body).toMatch(/<b>Wrong<\/b> There is no backup in/);
  expect(body).toMatch(/<b>Fine<\/b> The data are whole/);
  expect(body).not.toContain('<script');
  await askControl(server.dataDir, 'backup series', { folder: backups, keep: 3 });
  const again = await browser(server).get('/admin');
  expect(again.body).toMatch(/1 backup in .*daywall-[0-9a-f]{16}-000001-.*\.backup/s);
});

it('examines the server again when it is told to, in one process at a time', async () => {
  const operator = browser(server);
  const page = await operator.get('/admin');
  expect(page.body).toMatch(/<b>Wrong<\/b> There is no backup in/);
  const asked = [1, 2, 3].map(() => operator.post('/admin/examine', { csrf: operator.csrf(page.body) }));
  for (const { status, headers } of await Promise.all(asked))
    expect([status, headers.location]).toEqual([303, '/admin#findings']);
  expect((await operator.get('/admin')).body).toMatch(/<b>Fine<\/b> The last backup is/);
});

describe('an invitation', () => {
  let closed: TestServer;
  beforeAll(async () => {
    closed = await startServer({ env: { SIGN_UP: 'closed' } });
  });
  afterAll(() => closed.stop());
  const accept = (link: string, email: string, password = 'secret1') =>
    fetch(link.split('?')[0]!, {
      method: 'POST',
      body: new URLSearchParams({ ...Object.fromEntries(new URL(link).searchParams), email, password }),
    });

  it('makes one account while sign-up is closed, of many who come at once', async () => {
    const link = linkIn(await browser(closed).submit('/admin/invite'));
    expect(await (await fetch(link)).text()).toContain('You are invited to Daywall');
    expect(await (await accept(link, 'ann@example.com', 'short')).text()).toContain('at least 6 characters');
    expect((await accept(link, 'no address')).status).toBe(400);
    const answers = await Promise.all(['a', 'b', 'c'].map(name => accept(link, `${name}@example.com`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await fetch(link)).status).toBe(400);
    await expect(signUp(closed.url, 'd@example.com')).rejects.toThrow('ADMIN_ONLY_OPERATION');
    const tries = ['a', 'b', 'c'].map(name => signIn(closed.url, `${name}@example.com`));
    expect((await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not used up by a taken address', async () => {
    const { stdout } = await runScript('scripts/users.ts', {
      args: ['invite'],
      env: { DATA_DIR: closed.dataDir },
    });
    const link = stdout.split('\n')[1]!;
    const taken = linkIn(await browser(closed).submit('/admin/invite'));
    expect((await accept(taken, 'eve@example.com')).status).toBe(200);
    expect(await (await accept(link, 'eve@example.com')).text()).toContain(
      'Another account uses this address',
    );
    expect((await accept(link, 'late@example.com')).status).toBe(200);
  });

  it('can be withdrawn', async () => {
    const operator = browser(closed);
    const link = linkIn(await operator.submit('/admin/invite'));
    const path = /\/admin\/invites\/[\w-]+\/withdraw/.exec((await operator.get('/admin')).body)![0];
    expect((await operator.submit(path)).body).toContain('The invitation is withdrawn.');
    expect((await operator.submit(path)).status).toBe(404);
    expect((await accept(link, 'later@example.com')).status).toBe(400);
  });
});

describe('a person', () => {
  it('gets a reset link, is disabled and enabled', async () => {
    const { localId: uid, idToken } = await signUp(server.url, 'bob@example.com');
    const operator = browser(server);
    const link = linkIn(await operator.submit(`/admin/people/${uid}/reset`));
    expect((await fetch(link)).status).toBe(200);
    expect((await operator.submit(`/admin/people/${uid}/disable`)).body).toContain(
      'bob@example.com is disabled',
    );
    expect(errorOf((await lookup(server.url, idToken)).body)).toBe('USER_DISABLED');
    expect((await operator.get('/admin?search=BOB')).body).toMatch(
      /disabled<\/p>[^]*1 person of \d+ found|1 person of \d+ found[^]*disabled<\/p>/,
    );
    await operator.submit(`/admin/people/${uid}/enable`);
    await expect(signIn(server.url, 'bob@example.com')).resolves.toBeDefined();
    expect((await operator.submit('/admin/people/nobody/reset')).body).toContain('There is no user nobody');
  });

  it('is exported, and deleted with all of theirs, which every device sees', async () => {
    const { localId: uid, idToken } = await signUp(server.url, 'eve@example.com');
    const { localId: other, idToken: otherToken } = await signUp(server.url, 'other@example.com');
    expect((await put(uid, idToken, 'tasks/t1', task)).status).toBe(200);
    expect((await put(other, otherToken, 'tasks/t1', task)).status).toBe(200);
    const operator = browser(server);
    const file = await operator.get(`/admin/people/${uid}/export`);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="daywall-${uid}.json"`);
    expect(JSON.parse(file.body)).toMatchObject({
      email: 'eve@example.com',
      uid,
      databases: { daywall: { tasks: { t1: task } } },
    });
    expect(file.body).not.toContain('scrypt');
    const page = await operator.get(`/admin/people/${uid}/delete`);
    expect(page.body).toContain('Delete eve@example.com and everything of theirs');
    await expect(signIn(server.url, 'eve@example.com')).resolves.toBeDefined();
    const done = await operator.post(`/admin/people/${uid}/delete`, { csrf: operator.csrf(page.body) });
    expect(done.body).toContain('eve@example.com is deleted, with everything of theirs.');
    await expect(signIn(server.url, 'eve@example.com')).rejects.toThrow('INVALID_LOGIN_CREDENTIALS');
    expect((await operator.get(`/admin/people/${uid}/export`)).status).toBe(404);
    const kept = await fetch(`${server.url}/${other}/tasks/t1.json?auth=${otherToken}`);
    expect(await kept.json()).toEqual(task);
  });

  it('whose data are damaged can not be exported, which is said', async () => {
    const { localId: uid, idToken } = await signUp(server.url, 'dan@example.com');
    expect((await put(uid, idToken, 'tasks/t1', task)).status).toBe(200);
    await server.kill9();
    await damageAccount(server.dataDir, uid);
    await server.restart();
    const operator = browser(server);
    const refused = await operator.get(`/admin/people/${uid}/export`);
    expect([refused.status, refused.headers['content-disposition']]).toEqual([503, undefined]);
    expect(refused.body).toContain('The data of this account are damaged.');
    await operator.submit(`/admin/people/${uid}/delete`);
  });

  it('is one of many: the page shows fifty, by e-mail, size or last visit', async () => {
    const many = await startServer();
    const users = Array.from({ length: 60 }, (_, i) => ({
      localId: `u${i}`,
      email: `u${String(i).padStart(2, '0')}@example.com`,
    }));
    await askControl(many.dataDir, 'users import', { users, hashing: { cost: { N: 2, r: 1, p: 1 } } });
    const namesOn = async (path: string) =>
      [...(await browser(many).get(path)).body.matchAll(/<h3>(u\d\d)@/g)].map(([, name]) => name);
    expect(await namesOn('/admin')).toHaveLength(50);
    expect(await namesOn('/admin?page=2')).toEqual(Array.from({ length: 10 }, (_, i) => `u${i + 50}`));
    expect(await namesOn('/admin?page=99&by=size')).toHaveLength(10);
    expect(await namesOn('/admin?search=u07&by=__proto__&page=-1')).toEqual(['u07']);
    await many.stop();
  });
});

describe('no other site can', () => {
  const forms = [
    '/admin/invite',
    '/admin/people/x/delete',
    '/admin/examine',
    '/admin/sign-out',
    '/admin/sign-in',
  ];

  test.each(forms)('send the form %s', async path => {
    const operator = browser(server);
    const { body } = await operator.get('/admin');
    const csrf = operator.csrf(body);
    const own = `http://127.0.0.1:${server.port}`;
    const stranger = browser(server);
    // Submitted without a cookie, with another browser's cookie, without a token, or with a wrong token.
    expect((await stranger.post(path, { csrf })).status).toBe(403);
    await stranger.get('/admin');
    expect((await stranger.post(path, { csrf })).status).toBe(403);
    expect((await operator.post(path, {})).status).toBe(403);
    expect((await operator.post(path, { csrf: `${csrf}x` })).status).toBe(403);
    // Submitted from another site, even on the same machine.
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null'])
      expect((await operator.post(path, { csrf }, { origin })).status).toBe(403);
    for (const site of ['cross-site', 'same-site'])
      expect((await operator.post(path, { csrf }, { origin: own, 'sec-fetch-site': site })).status).toBe(403);
    const bare = await ask(server.url + path, {
      method: 'POST',
      headers: { host: `127.0.0.1:${server.port}`, cookie: operator.cookie() },
      body: new URLSearchParams({ csrf }).toString(),
    });
    expect(bare.status).toBe(403);
  });

  it('do anything by a link, or read the page', async () => {
    const operator = browser(server);
    await operator.get('/admin');
    expect((await operator.get('/admin/invite')).status).not.toBe(200);
    for (const mode of ['no-cors', 'cors'])
      expect(
        (await operator.get('/admin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode })).status,
      ).toBe(403);
    expect((await operator.get('/admin', { host: `evil.example:${server.port}` })).status).toBe(421);
  });
});

describe('from elsewhere', () => {
  let reached: TestServer;
  const outside = { host: 'tasks.example', origin: 'https://tasks.example', 'x-forwarded-for': '192.0.2.9' };
  beforeAll(async () => {
    reached = await startServer({ env: { PUBLIC_URL: 'https://tasks.example', TRUST_PROXY: '1' } });
  });
  afterAll(() => reached.stop());
  const tokenOf = (at: TestServer) =>
    /operator's page is (\S+\/admin), its token until the next start (\S+)/.exec(at.output())!;

  it('nothing is shown or done without the token, also to who names loopback', async () => {
    const { localId } = await signUp(reached.url, 'ann@example.com');
    const local = { host: `127.0.0.1:${reached.port}` };
    for (const who of [browser(reached, outside), browser(reached, local)])
      for (const path of [
        '/admin',
        '/admin?search=a',
        '/admin/',
        `/admin/people/${localId}/export`,
        '/admin/people/x/delete',
      ]) {
        const { body } = await who.get(path);
        expect(body).not.toContain('ann@example.com');
        expect(body).toContain('Token');
        const csrf = who.csrf(body);
        expect((await who.post('/admin/invite', { csrf })).status).toBe(403);
        expect((await who.post(`/admin/people/${localId}/delete`, { csrf })).status).toBe(403);
      }
    await expect(signIn(reached.url, 'ann@example.com')).resolves.toBeDefined();
  });

  it('a public address that a service may not reach is no fault at the page', async () => {
    const operator = browser(reached, outside);
    const csrf = operator.csrf((await operator.get('/admin')).body);
    await operator.post('/admin/sign-in', { csrf, token: tokenOf(reached)[2]! });
    const { body } = await operator.get('/admin');
    expect(body).toMatch(/<b>Advice<\/b> From within the server .*tasks\.example/);
    expect(body).not.toMatch(/<b>Wrong<\/b> [^<]*tasks\.example/);
  });

  it('the token of this start lets in for twelve hours, by a cookie for https alone', async () => {
    const [, page, token] = tokenOf(reached);
    expect(page).toBe('https://tasks.example/admin');
    const operator = browser(reached, outside);
    const { body } = await operator.get('/admin');
    const wrong = await operator.post('/admin/sign-in', { csrf: operator.csrf(body), token: 'x'.repeat(43) });
    expect(wrong.body).toContain('This is not the token of the last start.');
    const csrf = operator.csrf(wrong.body);
    const entered = await operator.post('/admin/sign-in', { csrf, token: ` ${token} ` });
    expect([entered.status, entered.headers.location]).toEqual([303, '/admin']);
    expect(entered.headers['set-cookie']![0]).toMatch(/; Path=\/admin; HttpOnly; Secure; SameSite=Strict$/);
    expect(entered.headers['set-cookie']![0]).not.toContain(token);
    expect((await operator.get('/admin')).body).toContain('ann@example.com');
    expect((await browser(reached, outside).get('/admin')).body).not.toContain('ann@example.com');
    await reached.advance(12 * 3_600_000);
    expect((await operator.get('/admin')).body).not.toContain('ann@example.com');
  });

  it('ends with a sign-out, and the token with the next start', async () => {
    const enter = async () => {
      const operator = browser(reached, outside);
      const csrf = operator.csrf((await operator.get('/admin')).body);
      const { status } = await operator.post('/admin/sign-in', { csrf, token: tokenOf(reached)[2]! });
      return { operator, status };
    };
    const { operator } = await enter();
    const csrf = operator.csrf((await operator.get('/admin')).body);
    expect((await operator.post('/admin/sign-out', { csrf })).status).toBe(303);
    expect((await operator.get('/admin')).body).not.toContain('ann@example.com');
    await reached.restart();
    // `output` contains both starts; the old token comes first.
    expect((await enter()).status).toBe(200);
  });

  it('a server asks for the token on this machine as well, when it is told to', async () => {
    const other = await startServer({ env: { ADMIN: 'token' } });
    expect((await browser(other).get('/admin')).body).toContain('Token');
    expect(tokenOf(other)[2]).toMatch(/^[\w-]{43}$/);
    expect(other.log()).not.toContain(tokenOf(other)[2]);
    await other.stop();
  });

  it('a proxy that nobody told the server of is not this machine', async () => {
    const { body } = await browser(server, { 'x-forwarded-for': '192.0.2.9' }).get('/admin');
    expect(body).toContain('Only this machine may see this page.');
  });

  it('ADMIN=off is no page at all', async () => {
    const off = await startServer({ env: { ADMIN: 'off' } });
    expect((await browser(off).get('/admin')).status).toBe(404);
    expect((await browser(off).post('/admin/invite', {})).status).toBe(405);
    expect(off.output()).not.toContain('token');
    await off.stop();
  });
});

it('leaves who came last on the record, to the hour, also after a kill', async () => {
  const { refreshToken } = await signUp(server.url, 'visitor@example.com');
  await server.advance(2 * 86_400_000);
  await refresh(server.url, refreshToken);
  await visitStored('visitor@example.com');
  await server.kill9();
  await server.restart();
  expect(await visitOf('visitor@example.com')).toBeGreaterThan(86_400_000);
  expect((await call(server.url, 'accounts:lookup', { idToken: 'x' })).status).toBe(400);
});
