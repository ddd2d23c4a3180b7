import { createSmtp, MailRefused } from '../../../server/mail/smtp';
import type { MailSettings } from '../../../server/settings/mailSettings';
import { startMailServer, type MailServer } from '../../support/server/smtpServer';

let mail: MailServer;
beforeEach(async () => (mail = await startMailServer()));
afterEach(() => mail.close());

const letter = { to: 'ann@example.com', subject: 'Hello', text: 'Hello\n.\nä\n' };
const settings = (more: Partial<MailSettings> = {}): MailSettings => ({
  host: '127.0.0.1',
  port: Number(new URL(mail.url).port),
  tls: 'none',
  login: { user: 'ann', password: 'hidden' },
  from: 'tasks@example.com',
  ...more,
});

it('hands a mail over as it is', async () => {
  await createSmtp(settings())(letter);
  expect(mail.mails).toMatchObject([{ to: ['ann@example.com'], text: letter.text }]);
});

it.each(['upgrade', 'direct'] as const)(
  'says neither password nor mail to a server without TLS: %s',
  async tls => {
    await expect(createSmtp(settings({ tls }))(letter)).rejects.not.toBeInstanceOf(MailRefused);
    expect(mail.login()).toBeNull();
    expect(mail.mails).toEqual([]);
  },
);

it('knows a refusal for good from one for now', async () => {
  mail.manner = 'refuse for good';
  await expect(createSmtp(settings())(letter)).rejects.toBeInstanceOf(MailRefused);
  mail.manner = 'refuse now';
  await expect(createSmtp(settings())(letter)).rejects.not.toBeInstanceOf(MailRefused);
});

it.each(['ann@example.com\r\nBcc: eve@example.com', 'ann@example.com, eve@example.com'])(
  'sends nothing to %j',
  async to => {
    await expect(createSmtp(settings())({ ...letter, to })).rejects.toBeInstanceOf(MailRefused);
    expect(mail.visits()).toBe(0);
  },
);
