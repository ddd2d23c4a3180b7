import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface Received {
  from: string;
  to: string[];
  /** The header's lines by their name in lower case. */
  headers: Record<string, string>;
  text: string;
}

/** The mail server's behaviour: accepts mails, never answers, or refuses in various ways. */
type Manner = 'take' | 'hang' | 'refuse now' | 'refuse for good';

export interface MailServer {
  /** Its address, as `SMTP_URL`. */
  readonly url: string;
  readonly mails: Received[];
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
  const mails: Received[] = [];
  const open = new Set<Socket>();
  const hung = new Set<Socket>();
  let visits = 0;
  let login: string | null = null;
  const mail = { manner: 'take' as Manner };
  const server = createServer(socket => {
    visits += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket) && hung.delete(socket)).on('error', () => undefined);
    if (mail.manner === 'hang') return void hung.add(socket);
    converse(socket, mail, mails, words => (login = words));
  });
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return Object.assign(mail, {
    url: `smtp://daywall:s%40crtpassw0rd@127.0.0.1:${port}`,
    mails,
    visits: () => visits,
    hung: () => hung.size,
    login: () => login,
    open: () => listen(port),
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  });
}

/** Handles a client's commands, one line each; a line with only a dot ends a mail. */
function converse(
  socket: Socket,
  mail: { manner: Manner },
  mails: Received[],
  onLogin: (login: string) => void,
) {
  const answer = (line: string) => void socket.write(`${line}\r\n`);
  let from = '';
  let to: string[] = [];
  let data: string[] | null = null;
  const command = (line: string) => {
    const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const refusals: Partial<Record<Manner, string>> = {
      'refuse now': '451 4.3.0 Try again later',
      'refuse for good': '550 5.1.1 No such mailbox',
    };
    const words: Record<string, () => void> = {
      EHLO: () => answer('250-here\r\n250-AUTH PLAIN\r\n250 SMTPUTF8'),
      AUTH: () => {
        onLogin(Buffer.from(rest.split(' ')[1] ?? '', 'base64').toString());
        answer('235 2.7.0 Welcome');
      },
      MAIL: () => {
        [from, to] = [/<(.*?)>/.exec(rest)![1]!, []];
        answer('250 Ok');
      },
      RCPT: () => {
        const refusal = refusals[mail.manner];
        if (!refusal) to.push(/<(.*?)>/.exec(rest)![1]!);
        answer(refusal ?? '250 Ok');
      },
      DATA: () => {
        data = [];
        answer('354 Go on');
      },
      STARTTLS: () => answer('454 4.7.0 TLS is not available'),
      QUIT: () => void socket.end('221 Bye\r\n'),
    };
    (words[verb.toUpperCase()] ?? (() => answer('250 Ok')))();
  };
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop()!;
    for (const line of lines)
      if (data === null) command(line);
      else if (line !== '.') data.push(line.replace(/^\.\./, '.'));
      else {
        mails.push(read(from, to, data.join('\r\n')));
        data = null;
        answer('250 2.0.0 Taken');
      }
  });
  answer('220 here ESMTP');
}

function read(from: string, to: string[], message: string): Received {
  const end = message.indexOf('\r\n\r\n');
  const lines = message
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(line) ?? [];
    // Two of one kind would hide one of them.
    headers[name.toLowerCase()] = [headers[name.toLowerCase()], value].filter(Boolean).join(' | ');
  }
  return { from, to, headers, text: decoded(message.slice(end + 4), headers) };
}

function decoded(body: string, headers: Record<string, string>): string {
  if (headers['content-transfer-encoding'] !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
