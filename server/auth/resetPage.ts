import { type Json, ProtocolError } from '../lib/types';
import { acceptInvite } from './signIn';
import { confirmNewEmail, resetPassword } from './resets';
import type { AuthState } from './state';

type Fields = Record<string, string>;
type Ask = { body: Fields; address: string };

/** The page of a link: its form, and what submitting it does. Both return HTML, or throw the protocol's error. */
interface Action {
  title: string;
  form(state: AuthState, ask: Ask): Promise<string>;
  done(state: AuthState, ask: Ask): Promise<string>;
}

const signIn = '<a href="/auth/login">sign in</a>';

/**
 * The pages by the link's `mode`, as on hosted Firebase; `invite` is an addition. Opening a page changes nothing,
 * because mail programs follow links.
 */
const actions: Readonly<Record<string, Action>> = {
  resetPassword: {
    title: 'Reset your password',
    async form(state, ask) {
      const { email } = await codeFor(state, ask, 'PASSWORD_RESET');
      return `<p>New password for <strong>${escape(email)}</strong></p>${newPassword('newPassword', 'New password')}${button('Change password')}`;
    },
    async done(state, ask) {
      // A missing password counts as too short.
      const { newPassword = '' } = ask.body;
      await resetPassword(state, { ...ask, body: { ...ask.body, newPassword } });
      return `<p role="status">Password changed. You can ${signIn} with it now.</p>`;
    },
  },
  verifyAndChangeEmail: {
    title: 'Confirm your new address',
    async form(state, ask) {
      const { email, newEmail = '' } = await codeFor(state, ask, 'VERIFY_AND_CHANGE_EMAIL');
      return `<p>You sign in with <strong>${escape(email)}</strong> now. After this you use <strong>${escape(newEmail)}</strong>, and sign in again on all your devices.</p>${button('Use the new address')}`;
    },
    async done(state, ask) {
      const { email } = await confirmNewEmail(state, ask);
      return `<p role="status">Your address is ${escape(email)} now. You can ${signIn} with it.</p>`;
    },
  },
  invite: {
    title: 'You are invited to Daywall',
    async form(state, { body }) {
      if (!state.invites.isGood(body['oobCode'] ?? '')) throw new ProtocolError('INVALID_OOB_CODE');
      return `<p>Choose your email and password.</p>
  <p><label>Email <input type="email" name="email" required autocomplete="username"></label></p>
  ${newPassword('password', 'Password')}${button('Create account')}`;
    },
    async done(state, ask) {
      const email = await acceptInvite(state, ask);
      return `<p role="status">The account ${escape(email)} is ready. You can ${signIn} now.</p>`;
    },
  },
};

/** `/__/auth/action`: the page to which links lead, mailed or passed on by the operator. */
export async function answerResetPage(
  state: AuthState,
  request: Request,
  address: string,
): Promise<Response> {
  const isSent = request.method === 'POST';
  const given = isSent ? new URLSearchParams(await request.text()) : new URL(request.url).searchParams;
  const body: Fields = Object.fromEntries(given);
  const mode = body['mode'] ?? 'resetPassword';
  const action = Object.hasOwn(actions, mode) ? actions[mode]! : actions['resetPassword']!;
  try {
    if (isSent) return page(200, action.title, await action.done(state, { body, address }));
    return page(
      200,
      action.title,
      formOf(mode, body['oobCode'], await action.form(state, { body, address })),
    );
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.status >= 500) throw error;
    return page(400, action.title, `<p role="alert">${escape(sentence(error))}</p>`);
  }
}

async function codeFor(state: AuthState, { body, address }: Ask, type: string) {
  const { oobCode } = body;
  const found = (await resetPassword(state, { body: { oobCode }, address })) as Record<string, Json>;
  if (found['requestType'] !== type) throw new ProtocolError('INVALID_OOB_CODE');
  return found as { email: string; newEmail?: string };
}

const goBack = 'Go back and choose another.';

function sentence({ code, message }: ProtocolError): string {
  const sentences: Record<string, string> = {
    EMAIL_EXISTS: `Another account uses this address. ${goBack}`,
    INVALID_EMAIL: `This is not an email address. ${goBack}`,
    TOO_MANY_ATTEMPTS_TRY_LATER: 'Too many tries. Wait 15 minutes, then open the link again.',
  };
  if (code === 'WEAK_PASSWORD' || code === 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
    return `${message.split(' : ')[1] ?? message}. ${goBack}`;
  return sentences[code] ?? 'This link no longer works. Ask for a new one.';
}

const formOf = (mode: string, code = '', fields: string) => `
<form method="post" action="/__/auth/action">
  <input type="hidden" name="mode" value="${escape(mode)}">
  <input type="hidden" name="oobCode" value="${escape(code)}">
  ${fields}
</form>`;

const newPassword = (name: string, label: string) =>
  `<p><label>${label} <input type="password" name="${name}" required minlength="6" autocomplete="new-password"></label></p>`;

const button = (words: string) => `<p><button>${words}</button></p>`;

/** A plain HTML page without scripts, independent of the app. `main` is HTML. */
function page(status: number, title: string, main: string): Response {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escape(title)}</title></head>
<body><main><h1>${escape(title)}</h1>${main}</main></body></html>
`;
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
