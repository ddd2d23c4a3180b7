import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileRules } from '../../server/rules/compile';
import { startDatabaseServer } from '../support/server/databaseServer';
import { freePort } from '../support/server/freePort';

const root = path.resolve(__dirname, '../..');
const packages = path.join(root, '.cache/hosted');
const identityPath = /^\/(identitytoolkit|securetoken)\.googleapis\.com\/|^\/emulator\//;
const databasePath = /^\/(?!__\/|assets\/|databases\.json).*\.json(\?|$)/;

/**
 * The build on Firebase Hosting's own emulator. An origin in front routes identity calls to the official Auth
 * emulator and database calls to the embedded server, which trusts that emulator's tokens. It adds `emulated` to
 * init.json, so that the app uses this origin.
 */
export interface Site {
  /** The origin for the browser. */
  url: string;
  /** The addresses of the Hosting emulator and the Auth emulator. */
  hosting: string;
  auth: string;
  /** The folder that contains dist/. */
  folder: string;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'daywall-hosted-'));
  await cp(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true });
  await cp(path.join(root, 'firebase.json'), path.join(folder, 'firebase.json'));
  await cp(path.join(root, 'database.rules.json'), path.join(folder, 'database.rules.json'));
  const [hosting, auth] = [await freePort(), await freePort()];
  const emulators = spawn(
    process.execPath,
    [path.join(__dirname, 'emulators.cjs'), packages, folder, String(hosting), String(auth)],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const ended = once(emulators, 'exit');
  const ready = (async () => {
    for await (const chunk of emulators.stdout!) if (String(chunk).includes('ready')) return;
  })();
  await Promise.race([ready, ended.then(([code]) => Promise.reject(new Error(`Emulators ended: ${code}`)))]);
  emulators.stdout!.resume();

  const rules = compileRules(
    await readFile(path.join(root, 'database.rules.json'), 'utf8'),
    'database.rules.json',
  );
  const database = await startDatabaseServer({ names: ['demo-daywall'], rules: () => rules });
  const databasePort = Number(new URL(database.url).port);
  const portOf = (url: string) =>
    identityPath.test(url) ? auth : databasePath.test(url) ? databasePort : hosting;

  const front = createServer((asked, answer) => {
    const own = `http://${asked.headers.host}`;
    const { method, headers, url = '/' } = asked;
    const to = { host: '127.0.0.1', port: portOf(url), method, path: url, headers };
    const change = url.startsWith('/__/firebase/init.json') ? pointedAt(own) : undefined;
    pass(asked, answer, to, change);
  });
  front.on('upgrade', (asked: IncomingMessage, socket, head: Buffer) => {
    const target = connect(databasePort, '127.0.0.1');
    for (const stream of [socket, target]) stream.on('error', () => (socket.destroy(), target.destroy()));
    const lines = asked.rawHeaders.reduce(
      (text, value, at) => text + value + (at % 2 ? '\r\n' : ': '),
      `GET ${asked.url} HTTP/1.1\r\n`,
    );
    target.write(`${lines}\r\n`);
    target.write(head);
    socket.pipe(target).pipe(socket);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');

  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    hosting: `http://127.0.0.1:${hosting}`,
    auth: `http://127.0.0.1:${auth}`,
    folder,
    async close() {
      front.close();
      front.closeAllConnections();
      emulators.disconnect();
      await ended;
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Adds the addresses of the emulators to the configuration. */
const pointedAt = (origin: string) => (body: string) =>
  JSON.stringify({
    ...(JSON.parse(body) as object),
    databaseURL: `${origin}?ns=demo-daywall`,
    emulated: { authUrl: origin },
  });

function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  to: RequestOptions,
  change?: (body: string) => string,
): void {
  const passed = request(to, async found => {
    if (!change) {
      answer.writeHead(found.statusCode!, found.headers);
      found.pipe(answer);
      return;
    }
    let body = '';
    for await (const chunk of found) body += String(chunk);
    answer.writeHead(found.statusCode!, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
    answer.end(change(body));
  });
  passed.on('error', () => answer.destroy());
  answer.on('close', () => passed.destroy());
  asked.pipe(passed);
}
