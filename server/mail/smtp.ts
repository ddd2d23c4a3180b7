import { isEmail } from '../lib/email';
import type { Letter } from './letters';
import type { MailSettings } from '../settings/mailSettings';

/** Sends a mail to the mail server. Throws `MailRefused` when it permanently refuses the mail, and other errors as they occur. */
export type Deliver = (letter: Letter) => Promise<void>;

/** The mail server permanently refuses this mail. */
export class MailRefused extends Error {}

/** Time-outs of the steps, in milliseconds, so that a hanging mail server blocks nothing for long. */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Uses nodemailer, which is loaded with the first mail, because a server without mail does not need it. */
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
    // nodemailer parses any text as a list of addresses, even in an envelope.
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
