import { isEmail } from '../lib/email';
import type { Letter } from './letters';
import type { MailSettings } from './settings';

/** Hands one mail to the mail server. Throws `MailRefused` for one that it will never take, and what else went wrong. */
export type Deliver = (letter: Letter) => Promise<void>;

/** The mail server refuses this mail for good: another try changes nothing. */
export class MailRefused extends Error {}

/** How long each step may take, in milliseconds, so that a mail server that hangs holds nothing up for long. */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Speaks SMTP by nodemailer, which is loaded with the first mail: a server without mail needs none of it. */
export function createSmtp({ host, port, tls, login, from }: MailSettings): Deliver {
  const options = {
    host,
    port,
    secure: tls === 'direct',
    requireTLS: tls === 'upgrade',
    ignoreTLS: tls === 'none',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    ...PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const opened = () => import('nodemailer').then(({ createTransport }) => createTransport(options));
  let transport: ReturnType<typeof opened> | undefined;
  return async ({ to, subject, text }) => {
    // nodemailer reads a list of addresses from any text, also from an envelope's.
    if (!isEmail(to)) throw new MailRefused('this is not one address');
    transport ??= opened();
    const mail = {
      from: { name: 'Daywall', address: from },
      to: { name: '', address: to },
      envelope: { from, to: [to] },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    await (await transport).sendMail(mail).catch((error: Error) => {
      const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
      const isAboutMail = command !== undefined && /^(RCPT|DATA)/.test(command);
      throw isAboutMail && responseCode >= 500 ? new MailRefused(error.message) : error;
    });
  };
}
