import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { AuthState } from '../../auth/state';
import type { Config } from '../../settings/config';
import type { ControlHandlers } from '../../storage/control';
import { ProtocolError } from '../../lib/types';
import { PROGRAM_DIR } from '../../version';
import { listBackups } from './backups';
import type { Doctor } from './doctor';
import type { Gate, Visitor } from './gate';
import { at, form, type Html, layout } from './layout';
import { listPeople, type Person, personOf, readLook, type Sizes } from './people';
import * as sections from './sections';
import { bytesInWords } from '../../lib/bytes';

/** The dependencies of the operator's page. */
interface AdminParts {
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
    return whole(c, 200, 'Delete a user', deletePage(visitor, personOf(account, databases)));
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
      return whole(c, 200, 'Done', donePage(done.sentence, done.link));
    });
  app.post('/admin/examine', async c => {
    if (!isOwn(parts, c, await formOf(c))) return refused(c, 403, FOREIGN);
    await parts.doctor.examine();
    return c.body(null, 303, { location: '/admin#findings', 'cache-control': 'no-store' });
  });
  return app;
}

const FOREIGN = 'This page is too old. Open it again.';

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
  const main = parts.gate.token === null ? refusedPage('Only this machine may see this page.') : null;
  if (main) return whole(c, 403, 'Not here', main);
  c.header('set-cookie', visitor.cookie);
  return whole(c, 200, 'Sign in', signInPage(visitor, problem));
}

const refused = (c: Asked, status: 403 | 404 | 503, sentence: string) =>
  whole(c, status, 'Not done', refusedPage(sentence));

function whole(c: Asked, status: 200 | 403 | 404 | 503, title: string, main: ReturnType<typeof donePage>) {
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

/** The result of a form: a sentence, and the link that it created. */
type Done = { sentence: string; link?: string };
/** The dependencies of actions; `commands` are those of `npm run users`. */
type ActionParts = { auth: Pick<AuthState, 'invites'>; commands: ControlHandlers };
type Action = (parts: ActionParts, names: Record<string, string>) => Promise<Done>;

/** The actions of the forms, by path. */
const actions: Readonly<Record<string, Action>> = {
  '/admin/invite': async ({ commands }) => withLink(await command(commands, 'users invite')),
  '/admin/invites/:hash/withdraw': async ({ auth }, { hash = '' }) => {
    if (await auth.invites.withdraw(hash)) return { sentence: 'The invitation is withdrawn.' };
    throw new ProtocolError('INVALID_OOB_CODE', 'This invitation is used, or has ended.');
  },
  '/admin/people/:uid/reset': async ({ commands }, { uid }) =>
    withLink(await command(commands, 'users reset', uid)),
  '/admin/people/:uid/disable': async ({ commands }, { uid }) => ({
    sentence: await command(commands, 'users disable', uid),
  }),
  '/admin/people/:uid/enable': async ({ commands }, { uid }) => ({
    sentence: await command(commands, 'users enable', uid),
  }),
  '/admin/people/:uid/delete': async ({ commands }, { uid }) => ({
    sentence: await command(commands, 'users delete --data', uid),
  }),
};

async function command(commands: ControlHandlers, name: string, uid?: string): Promise<string> {
  return String(await commands[name]!(uid ?? null));
}

/** The last line of such a sentence is its link. */
function withLink(text: string): Done {
  const [sentence = '', link] = text.split('\n');
  return { sentence, ...(link !== undefined && { link }) };
}

const signInPage = ({ csrf }: Visitor, problem: string | null): Html =>
  html` <p>The server prints a token when it starts. It works until the next start.</p>
    <form method="post" action="/admin/sign-in" class="stack">
      <input type="hidden" name="csrf" value="${csrf}" />
      <label for="token">Token</label>
      <input
        id="token"
        name="token"
        type="password"
        required
        autocomplete="off"
        autofocus${problem && html` aria-invalid="true" aria-describedby="problem"`}
      />
      ${problem && html`<p id="problem" role="alert">${problem}</p>`}
      <button class="main">Sign in</button>
    </form>`;

/** The result of a form: a sentence, and the link that it created. */
const donePage = (sentence: string, link?: string): Html =>
  html` <p role="status">${sentence}</p>
    ${link && html`<p class="stack"><label for="link">Link</label><input id="link" readonly value="${link}" /></p>`}
    <p><a href="/admin">Back to everyone</a></p>`;

const refusedPage = (sentence: string): Html =>
  html` <p role="alert">${sentence}</p>
    <p><a href="/admin">Back to everyone</a></p>`;

const deletePage = (visitor: Visitor, { uid, email, stores }: Person): Html =>
  html` <p>
      <strong>${email}</strong> stores ${bytesInWords(stores)}. All of it goes with the account, on all
      devices, for good.
    </p>
    <p><a class="button" href="${at(uid, 'export')}" download>Save everything of theirs first</a></p>
    ${form(visitor, at(uid, 'delete'), `Delete ${email} and everything of theirs`, '', 'danger')}
    <p><a href="/admin">Cancel</a></p>`;
