import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** The mail server's behaviour: accepts mails, never answers, or refuses in various ways. */
type Manner = 'take' | 'hang' | 'refuse now' | 'refuse for good';

const REFUSALS: Partial<Record<Manner, { responseCode: number; message: string }>> = {
  'refuse now': { responseCode: 451, message: '4.3.0 Try again later' },
  'refuse for good': { responseCode: 550, message: '5.1.1 No such mailbox' },
};

export interface MailServer {
  /** Its address, as `SMTP_URL`. */
  readonly url: string;
  /** The mails that it took; `from` and `to` as the client named them, apart from the header. */
  readonly mails: { from: string; to: string[]; headers: Email['headers']; text: string }[];
  /** How many connections were made. */
  readonly visits: () => number;
  /** How many connections wait for an answer that never comes. */
  readonly hung: () => number;
  manner: Manner;
  /** The user and the password that were given last. */
  readonly login: () => string | null;
  /** Stops accepting connections; `open` listens at the same port again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** An SMTP server on a free port of loopback, without TLS. */
export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  let [visits, hung] = [0, 0];
  let login: string | null = null;
  const mail = { manner: 'take' as Manner };
  let server: SMTPServer;
  const listen = async (port: number) => {
    server = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect(_, done) {
        visits += 1;
        if (mail.manner === 'hang') hung += 1;
        else done();
      },
      onAuth({ username = '', password = '' }, _, done) {
        login = `${username} ${password}`;
        done(null, { user: username });
      },
      onRcptTo(_address, _, done) {
        const refusal = REFUSALS[mail.manner];
        done(refusal && Object.assign(new Error(refusal.message), refusal));
      },
      async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
        const { headers, text } = await PostalMime.parse(await buffer(stream));
        const from = mailFrom ? mailFrom.address : '';
        mails.push({ from, to: rcptTo.map(({ address }) => address), headers, text: text ?? '' });
        done();
      },
    });
    server.on('error', () => undefined); // a client that went, or that wanted TLS
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
  };
  await listen(0);
  const { port } = server!.server.address() as AddressInfo;
  return Object.assign(mail, {
    url: `smtp://daywall:s%40crtpassw0rd@127.0.0.1:${port}`,
    mails,
    visits: () => visits,
    hung: () => hung,
    login: () => login,
    open: () => listen(port),
    close: () => new Promise<void>(done => server.close(done)),
  });
}
