import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import type { AuthState } from '../../auth/state';
import type { Config } from '../../settings/config';
import type { ControlHandlers } from '../../storage/control';
import { ProtocolError } from '../../lib/types';
import { PROGRAM_DIR } from '../../version';
import { actions } from './actions';
import { listBackups } from './backups';
import type { Doctor } from './doctor';
import type { Gate } from './gate';
import { layout } from './layout';
import * as pages from './pages';
import { listPeople, personOf, readLook, type Sizes } from './people';
import * as sections from './sections';

/** The dependencies of the operator's page. */
export interface AdminParts {
  config: Config;
  auth: AuthState;
  databases: Sizes & { exportOf(uid: string): Promise<AsyncIterable<string>> };
  /** The commands of `npm run users`. */
  commands: ControlHandlers;
  gate: Gate;
  doctor: Doctor;
}

type Asked = Context<{ Bindings: HttpBindings & { origin: string } }>;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // Forbids scripts, and embedding the page in a frame.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
};
const STYLE = readFileSync(join(PROGRAM_DIR, 'server/operator/admin/style.css'), 'utf8');
const DAY_MS = 86_400_000;

/**
 * All paths of the operator's page. All except the style sheet and the sign-in need a session; each form is checked to
 * come from this page.
 */
export function createAdmin(parts: AdminParts): Hono<{ Bindings: HttpBindings & { origin: string } }> {
  const { gate, auth, databases } = parts;
  const app = new Hono<{ Bindings: HttpBindings & { origin: string } }>();

  app.get('/admin/style.css', c =>
    c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  );
  app.use('/admin/*', async (c, next) => {
    const site = c.req.header('sec-fetch-site') ?? 'none';
    const isElsewhere =
      !['none', 'same-origin'].includes(site) && c.req.header('sec-fetch-mode') !== 'navigate';
    return isElsewhere ? refused(c, 403, 'Another site may not use this page.') : next();
  });
  app.post('/admin/sign-in', async c => {
    const form = await formOf(c);
    if (!isOwn(parts, c, form)) return refused(c, 403, FOREIGN);
    const cookie = gate.signIn(form['token'] ?? '', c.env.origin);
    if (cookie === null) return signIn(parts, c, 'This is not the token of the last start.');
    return c.body(null, 303, { location: '/admin', 'set-cookie': cookie, 'cache-control': 'no-store' });
  });
  app.use('/admin/*', async (c, next) => {
    if (!lookAt(parts, c).isIn)
      return c.req.method === 'GET' ? signIn(parts, c, null) : refused(c, 403, FOREIGN);
    return next();
  });

  app.get('/admin', c => everything(parts, c));
  app.get('/admin/people/:uid/delete', c => {
    const account = auth.accounts.get(c.req.param('uid'));
    if (!account) return refused(c, 404, 'There is no such user.');
    const visitor = lookAt(parts, c);
    c.header('set-cookie', visitor.cookie);
    return whole(c, 200, 'Delete a user', pages.deletePage(visitor, personOf(account, databases)));
  });
  app.get('/admin/people/:uid/export', c => exported(parts, c));
  app.post('/admin/sign-out', async c => {
    if (!isOwn(parts, c, await formOf(c))) return refused(c, 403, FOREIGN);
    const cookie = gate.signOut(c.env.incoming, c.env.origin);
    return c.body(null, 303, { location: '/admin', 'set-cookie': cookie, 'cache-control': 'no-store' });
  });
  for (const [path, act] of Object.entries(actions))
    app.post(path, async c => {
      if (!isOwn(parts, c, await formOf(c))) return refused(c, 403, FOREIGN);
      const done = await act(parts, c.req.param()).catch(problemOf);
      if ('problem' in done) return refused(c, done.status, done.problem);
      return whole(c, 200, 'Done', pages.donePage(done.sentence, done.link));
    });
  app.post('/admin/examine', async c => {
    if (!isOwn(parts, c, await formOf(c))) return refused(c, 403, FOREIGN);
    await parts.doctor.examine();
    return c.body(null, 303, { location: '/admin#findings', 'cache-control': 'no-store' });
  });
  return app;
}

const FOREIGN = 'This form is not of this page, or older than the server’s last start. Open the page again.';

const lookAt = ({ gate }: AdminParts, c: Asked) => gate.look(c.env.incoming, c.env.origin);

const isOwn = ({ gate }: AdminParts, c: Asked, form: Record<string, string>) =>
  gate.isOwnForm(c.env.incoming, c.env.origin, form['csrf'] ?? '');

const formOf = async (c: Asked): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await c.req.text()));

/** The refusal of an operation as a sentence; other errors are internal. */
function problemOf(error: unknown): { problem: string; status: 404 | 503 } {
  if (!(error instanceof ProtocolError) || error.status === 500) throw error;
  return { problem: error.message, status: error.status === 503 ? 503 : 404 };
}

function signIn(parts: AdminParts, c: Asked, problem: string | null): Response | Promise<Response> {
  const visitor = lookAt(parts, c);
  const main = parts.gate.token === null ? pages.refusedPage('Only this machine may see this page.') : null;
  if (main) return whole(c, 403, 'Not here', main);
  c.header('set-cookie', visitor.cookie);
  return whole(c, 200, 'Sign in', pages.signInPage(visitor, problem));
}

const refused = (c: Asked, status: 403 | 404 | 503, sentence: string) =>
  whole(c, status, 'Not done', pages.refusedPage(sentence));

function whole(
  c: Asked,
  status: 200 | 403 | 404 | 503,
  title: string,
  main: ReturnType<typeof pages.donePage>,
) {
  const [before, behind] = layout(title, null);
  return c.body(before + String(main) + behind, status, HEADERS);
}

/** Sends the page in two pieces, because the doctor takes some seconds. */
async function everything(parts: AdminParts, c: Asked): Promise<Response> {
  const { auth, config, databases, doctor } = parts;
  const visitor = lookAt(parts, c);
  const now = auth.clock();
  const look = readLook(new URL(c.req.url).searchParams);
  const [before, behind] = layout('Your server', visitor);
  const first = [
    before,
    sections.peoplePart(visitor, listPeople(auth, databases, look), look, now),
    sections.invitesPart(visitor, auth.invites.all(), config.signUp === 'closed', now),
    sections.backupsPart(await listBackups(config.backupDir), now),
    sections.findingsPart(visitor),
  ];
  const { last } = doctor;
  const examined = last && now - last.at < DAY_MS ? last : null;
  async function* pieces() {
    yield first.map(String).join('');
    const examination = examined ?? (await doctor.examine());
    yield String(sections.findingsList(examination, auth.clock())) + behind;
  }
  return c.body(streamOf(pieces()), 200, { ...HEADERS, 'set-cookie': visitor.cookie });
}

/** Downloads all data of a user. */
async function exported({ auth, databases }: AdminParts, c: Asked): Promise<Response> {
  const account = auth.accounts.get(c.req.param('uid') ?? '');
  if (!account) return refused(c, 404, 'There is no such user.');
  const { uid, email, createdAt } = account;
  const stored = await databases.exportOf(uid).catch(problemOf);
  if ('problem' in stored) return refused(c, stored.status, `${stored.problem} They can’t be exported.`);
  const data = stored;
  async function* pieces() {
    const about = JSON.stringify({ email, uid, created: new Date(createdAt).toISOString() });
    yield `${about.slice(0, -1)},"databases":`;
    yield* data;
    yield '}\n';
  }
  return c.body(streamOf(pieces()), 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="daywall-${uid.replace(/[^\w-]/g, '_')}.json"`,
    'cache-control': 'no-store',
  });
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { value, done } = await pieces.next();
      if (done) stream.close();
      else stream.enqueue(Buffer.from(value));
    },
    cancel: () => void pieces.return(undefined),
  });
}
