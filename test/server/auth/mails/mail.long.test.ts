/** Mails of a real server to a test's mail server, which accepts, refuses, loses or delays them. */
import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updateEmail,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { openClient, type Client } from '../../../support/clients/authClient';
import { runScript } from '../../../support/server/command';
import { call, errorOf, refresh, signIn, signUp } from '../../../support/clients/identity';
import { startServer, type TestServer } from '../../../support/server/server';
import { startMailServer, type MailServer } from '../../../support/server/smtpServer';
import { until } from '../../../support/until';

let mail: MailServer;
let server: TestServer;
let client: Client;
let people = 0;
const nobody = () => `nobody${++people}@example.com`;

const open = () =>
  startServer({
    env: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'tasks@example.com',
      PUBLIC_URL: 'https://tasks.example',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
    },
  });
beforeAll(async () => {
  mail = await startMailServer();
  server = await open();
  client = await openClient(server.url);
});
afterAll(async () => {
  await client.close();
  await server.stop();
  await mail.close();
});
beforeEach(() => {
  mail.manner = 'take';
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const askReset = (email: string, address = '192.0.2.1', at = server) =>
  call(at.url, 'accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email }, from(address));
const newcomer = async () => {
  const email = `person${++people}@example.com`;
  const made = await signUp(server.url, email);
  return { email, ...made };
};
/** The mails to an address. Each test has addresses of its own, because mails of an earlier one may still arrive. */
const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email));
/** The link in the next mail to an address, on this server, after those that it has got. */
async function linkFor(email: string, got = 0): Promise<URL> {
  let link = '';
  await until(() => void (link = /^https:\S+$/m.exec(mailsTo(email)[got]!.text)![0]));
  const url = new URL(link);
  expect(url.origin).toBe('https://tasks.example');
  return new URL(url.pathname + url.search, server.url);
}
const codeIn = (link: URL) => link.searchParams.get('oobCode')!;
const code = (name: string) => expect.objectContaining({ code: `auth/${name}` });

describe('a forgotten password', () => {
  it('is set anew by a link in a mail, which works once', async () => {
    const { email, refreshToken } = await newcomer();
    await sendPasswordResetEmail(client.auth, email.toUpperCase());
    const link = await linkFor(email);
    expect(mail.login()).toBe('daywall s@crtpassw0rd');
    expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo(email)[0]).toMatchObject({
      from: 'tasks@example.com',
      to: [email],
      headers: expect.arrayContaining(
        [
          ['from', 'Daywall <tasks@example.com>'],
          ['to', email],
          ['subject', 'A new password for Daywall'],
          ['auto-submitted', 'auto-generated'],
        ].map(([key, value]) => expect.objectContaining({ key, value })),
      ),
    });
    const page = await fetch(link);
    expect(await page.text()).toContain(email);
    // A mail program that opens the link does not use up its code.
    await expect(verifyPasswordResetCode(client.auth, codeIn(link))).resolves.toBe(email);
    await confirmPasswordReset(client.auth, codeIn(link), 'secret2');
    await expect(signIn(server.url, email, 'secret2')).resolves.toBeDefined();
    expect(errorOf((await refresh(server.url, refreshToken)).body)).toBe('TOKEN_EXPIRED');
    await expect(confirmPasswordReset(client.auth, codeIn(link), 'secret3')).rejects.toEqual(
      code('invalid-action-code'),
    );
    expect((await fetch(link)).status).toBe(400);
  });

  it('can be asked for again: all links of the hour are good until one is used', async () => {
    const { email } = await newcomer();
    await askReset(email);
    const first = await linkFor(email);
    await askReset(email, '203.0.113.9');
    const second = await linkFor(email, 1);
    await confirmPasswordReset(client.auth, codeIn(first), 'secret2');
    await expect(confirmPasswordReset(client.auth, codeIn(second), 'secret3')).rejects.toEqual(
      code('invalid-action-code'),
    );
  });

  it('leaves a link of the operator’s good, and tells them nothing once it is mailed', async () => {
    const { email } = await newcomer();
    const env = { DATA_DIR: server.dataDir };
    const { stdout } = await runScript('scripts/users.ts', { args: ['reset', email], env });
    await askReset(email);
    await linkFor(email);
    await confirmPasswordReset(client.auth, codeIn(new URL(stdout.split('\n')[1]!)), 'secret2');
    const other = await newcomer();
    await askReset(other.email);
    await linkFor(other.email);
    await until(() => expect(server.log()).toContain(`"account":"${other.localId}","mail":"resetPassword"`));
    const list = (await runScript('scripts/users.ts', { env })).stdout;
    expect(list.split('\n').find(line => line.includes(other.email))).toMatch(/null/);
  });

  it('has one answer before any mail is sent, whether or not there is such an account', async () => {
    mail.manner = 'hang';
    for (let round = 0; round < 3; round += 1) {
      const { email } = await newcomer();
      for (const whose of [email, nobody()]) {
        const { status, body } = await askReset(whose, `198.51.100.${round}`);
        expect({ status, body }).toEqual({
          status: 200,
          body: { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: whose },
        });
      }
    }
    await until(() => expect(mail.hung()).toBeGreaterThan(0));
    // The mail server does not answer; sign-in and all else go on.
    await newcomer();
    expect(mail.hung()).toBeGreaterThan(0);
  });

  it.each([
    ['a line break at the end', 'ann@example.com\n'],
    ['two addresses', 'ann@example.com,eve@example.com'],
    ['a list', ['ann@example.com', 'eve@example.com']],
  ])('is asked for by one address, never by %s', async (_, email) => {
    const { status } = await call(
      server.url,
      'accounts:sendOobCode',
      { requestType: 'PASSWORD_RESET', email: email as string },
      from('192.0.2.77'),
    );
    expect(status).toBe(400);
    expect(mail.mails.flatMap(({ to }) => to).filter(to => !to.startsWith('person'))).toEqual([]);
  });
});

describe('a mail server that does not take mails', () => {
  it('is asked again when it is up, after a restart as well, and the log says so', async () => {
    const { email } = await newcomer();
    await mail.close();
    await askReset(email);
    await until(() =>
      expect(server.log()).toMatch(
        /ECONNREFUSED.*"msg":"a mail could not be sent, it is tried again in 5 s"/,
      ),
    );
    await mail.open();
    await linkFor(email);
    await mail.close();
    const other = await newcomer();
    await askReset(other.email);
    await server.kill9();
    await mail.open();
    await server.restart();
    const link = await linkFor(other.email);
    await confirmPasswordReset(client.auth, codeIn(link), 'secret2');
  });

  it('refuses one mail for good, which is said once, and the operator sees who waits', async () => {
    const { email, localId } = await newcomer();
    mail.manner = 'refuse for good';
    await askReset(email);
    const line = new RegExp(`"level":50.*"account":"${localId}".*550.*given up; see npm run users`);
    await until(() => expect(server.log()).toMatch(line));
    expect(server.log()).not.toContain(email);
    const { stdout } = await runScript('scripts/users.ts', { env: { DATA_DIR: server.dataDir } });
    expect(stdout.split('\n').find(text => text.includes(email))).toMatch(
      /'\d{4}-\d\d-\d\dT\S+Z'.*'\d{4}-\d\d-\d\dT\S+Z'.*'\d{4}-/,
    );
  });

  it('says nothing of the mail server’s password, in the log or in a sentence', async () => {
    expect(server.log() + server.output()).not.toMatch(/s%40crtpassw0rd|s@crtpassw0rd/);
  });
});

describe('a changed address', () => {
  const signInThere = (email: string) => signInWithEmailAndPassword(client.auth, email, 'secret1');

  it('is confirmed by a mail to it, once, and the old address is told', async () => {
    const { email, refreshToken } = await newcomer();
    const { user } = await signInThere(email);
    await expect(updateEmail(user, `new-${email}`)).rejects.toEqual(code('operation-not-allowed'));
    await verifyBeforeUpdateEmail(user, `New-${email}`);
    expect(user.email).toBe(email);
    const link = await linkFor(`new-${email}`);
    expect(link.searchParams.get('mode')).toBe('verifyAndChangeEmail');
    expect(await (await fetch(link)).text()).toContain(`new-${email}`);
    await expect(checkActionCode(client.auth, codeIn(link))).resolves.toMatchObject({
      operation: 'VERIFY_AND_CHANGE_EMAIL',
      data: { email: `new-${email}`, previousEmail: email },
    });
    await expect(signIn(server.url, email)).resolves.toBeDefined();
    const body = new URLSearchParams({ mode: 'verifyAndChangeEmail', oobCode: codeIn(link) });
    const done = await fetch(new URL(link.pathname, server.url), { method: 'POST', body });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining(`new-${email}`)]);
    expect(errorOf((await refresh(server.url, refreshToken)).body)).toBe('TOKEN_EXPIRED');
    await expect(signIn(server.url, email)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS');
    const again = await signIn(server.url, `new-${email}`);
    expect((await call(server.url, 'accounts:lookup', { idToken: again.idToken })).body).toMatchObject({
      users: [{ email: `new-${email}`, emailVerified: true }],
    });
    await until(() =>
      expect(mailsTo(email)).toMatchObject([
        { to: [email], text: expect.stringContaining('another address') },
      ]),
    );
    await expect(applyActionCode(client.auth, codeIn(link))).rejects.toEqual(code('invalid-action-code'));
  });

  it('is that of another account: the answer is the same, the mail says so', async () => {
    const [account, otherAccount] = [await newcomer(), await newcomer()];
    const { user } = await signInThere(account.email);
    await expect(verifyBeforeUpdateEmail(user, otherAccount.email)).resolves.toBeUndefined();
    await until(() => expect(mailsTo(otherAccount.email)).toHaveLength(1));
    const { text } = mailsTo(otherAccount.email)[0]!;
    expect(text).toContain('another account has it');
    expect(text).not.toContain('oobCode');
  });

  it('is not taken when somebody has registered it meanwhile', async () => {
    const { email } = await newcomer();
    const { user } = await signInThere(email);
    const wanted = nobody();
    await verifyBeforeUpdateEmail(user, wanted);
    const link = await linkFor(wanted);
    await signUp(server.url, wanted);
    await expect(applyActionCode(client.auth, codeIn(link))).rejects.toEqual(code('email-already-in-use'));
    await expect(signIn(server.url, email)).resolves.toBeDefined();
  });

  it('does not follow from a link that a password change has ended', async () => {
    const { email } = await newcomer();
    const { user } = await signInThere(email);
    const wanted = nobody();
    await verifyBeforeUpdateEmail(user, wanted);
    const link = await linkFor(wanted);
    await expect(confirmPasswordReset(client.auth, codeIn(link), 'secret2')).rejects.toEqual(
      code('invalid-action-code'),
    );
    await askReset(email);
    await confirmPasswordReset(client.auth, codeIn(await linkFor(email)), 'secret2');
    await expect(applyActionCode(client.auth, codeIn(link))).rejects.toEqual(code('invalid-action-code'));
  });

  it('is asked for five times an hour, and for the account of a recent sign-in alone', async () => {
    const { idToken } = await newcomer();
    const ask = (newEmail: string) =>
      call(
        server.url,
        'accounts:sendOobCode',
        { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail },
        from('192.0.2.200'),
      );
    expect((await ask('x\r\nBcc: y@example.com')).status).toBe(400);
    for (let i = 0; i < 5; i += 1) expect((await ask(nobody())).status).toBe(200);
    expect(errorOf((await ask(nobody())).body)).toMatch(/^TOO_MANY/);
    const { idToken: old } = await newcomer();
    await server.advance(6 * 60_000);
    const answer = await call(server.url, 'accounts:sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken: old,
      newEmail: nobody(),
    });
    expect(errorOf(answer.body)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  });
});

it('tells the app that it sends mails, and else does what it always did', async () => {
  const config = async (at: TestServer) =>
    (await (await fetch(`${at.url}/__/firebase/init.json`)).json()) as { emulated: object };
  expect((await config(server)).emulated).toMatchObject({ mails: true });
  const plain = await startServer();
  expect((await config(plain)).emulated).toEqual({ authUrl: plain.url });
  const { idToken } = await signUp(plain.url, 'ann@example.com');
  const asked = await call(plain.url, 'accounts:sendOobCode', {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken,
    newEmail: 'new@example.com',
  });
  expect(errorOf(asked.body)).toBe('OPERATION_NOT_ALLOWED');
  const changed = await call(plain.url, 'accounts:update', { idToken, email: 'new@example.com' });
  expect(changed.body).toMatchObject({ email: 'new@example.com' });
  await plain.stop();
});
