import { html, raw } from 'hono/html';
import type { Visitor } from './gate';

/** A template for HTML that escapes all inserted values. */
export type Html = ReturnType<typeof html>;

const HERE = '<!-- here -->';

/** The HTML before and after the content of a page, without scripts. */
export function layout(title: string, visitor: Visitor | null): [before: string, behind: string] {
  const signOut = visitor?.isIn && !visitor.isLocal && form(visitor, '/admin/sign-out', 'Sign out');
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – Daywall</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/admin/style.css" />
      </head>
      <body>
        <header>
          <p><a href="/admin">Daywall, for its operator</a></p>
          ${signOut}
        </header>
        <main>
          <h1>${title}</h1>
          ${raw(HERE)}
        </main>
      </body>
    </html>`;
  return String(text).split(HERE) as [string, string];
}

/** A button for an action: a form of its own with the CSRF token. `about` is read by screen readers after the label. */
export const form = ({ csrf }: Visitor, action: string, words: string, about = '', kind = ''): Html =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" /><button class="${kind}">
      ${words}${about && html`<span class="heard"> ${about}</span>`}
    </button>
  </form>`;

/** The path of an action on a user's account. */
export const at = (uid: string, what: string) => `/admin/people/${encodeURIComponent(uid)}/${what}`;

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

export const dateOf = (milliseconds: number) =>
  new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');

/** An instant as the time since then, with its date as a tooltip. */
export function instant(milliseconds: number, now: number): Html {
  const apart = Math.abs(now - milliseconds);
  const [unit, name] = UNITS.find(([length]) => apart >= length) ?? [60_000, 'minute'];
  const count = Math.floor(apart / unit);
  const words = `${count} ${name}${count === 1 ? '' : 's'}`;
  const text = count === 0 ? 'just now' : milliseconds > now ? `in ${words}` : `${words} ago`;
  const exact = new Date(milliseconds).toISOString();
  return html`<time datetime="${exact}" title="${dateOf(milliseconds)} UTC">${text}</time>`;
}
