import { ProtocolError } from '../types';
import { resetPassword } from './resets';
import type { AuthState } from './state';

/**
 * `/__/auth/action`, where a reset link leads, as on hosted Firebase: one form in plain HTML, so that it needs no
 * script and works beside any app.
 */
export async function answerResetPage(
  state: AuthState,
  request: Request,
  address: string,
): Promise<Response> {
  const fields = request.method === 'POST' ? new URLSearchParams(await request.text()) : undefined;
  const oobCode = fields?.get('oobCode') ?? new URL(request.url).searchParams.get('oobCode') ?? '';
  const newPassword = fields?.get('newPassword') ?? undefined;
  try {
    const { email } = (await resetPassword(state, { body: { oobCode, newPassword }, address })) as {
      email: string;
    };
    return newPassword === undefined
      ? page(200, form(email, oobCode))
      : page(
          200,
          '<p role="status">Your password is changed. You can <a href="/auth/login">sign in</a> with it now.</p>',
        );
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.status >= 500) throw error;
    return page(400, sentence(error));
  }
}

function sentence({ code, message }: ProtocolError): string {
  const weak = code === 'WEAK_PASSWORD' || code === 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS';
  const words = weak
    ? `${message.split(' : ')[1] ?? message}. Go back and choose another.`
    : 'This link is not good any more. Ask for a new one.';
  return `<p role="alert">${escape(words)}</p>`;
}

const form = (email: string, oobCode: string) => `
<form method="post" action="/__/auth/action">
  <p>A new password for <strong>${escape(email)}</strong></p>
  <input type="hidden" name="oobCode" value="${escape(oobCode)}">
  <p><label>New password <input type="password" name="newPassword" required minlength="6" autocomplete="new-password"></label></p>
  <p><button>Change password</button></p>
</form>`;

function page(status: number, main: string): Response {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Reset your password</title></head>
<body><main><h1>Reset your password</h1>${main}</main></body></html>
`;
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
