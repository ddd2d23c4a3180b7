import { html, raw } from 'hono/html';
import type { Visitor } from './gate';

/** HTML of which every value that is put in is escaped. */
export type Html = ReturnType<typeof html>;

const HERE = '<!-- here -->';

/** The HTML before and behind the content of a page, which needs no script. */
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

/** A button that does something: a form of its own, with what proves that it is ours. `about` is read out behind the words. */
export const form = ({ csrf }: Visitor, action: string, words: string, about = '', kind = ''): Html =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" /><button class="${kind}">
      ${words}${about && html`<span class="heard"> ${about}</span>`}
    </button>
  </form>`;

/** The address of an action on a user's account. */
export const at = (uid: string, what: string) => `/admin/people/${encodeURIComponent(uid)}/${what}`;

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

export const dateOf = (milliseconds: number) =>
  new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');

/** An instant as a span from now, with its date for who wants to know it exactly. */
export function instant(milliseconds: number, now: number): Html {
  const apart = Math.abs(now - milliseconds);
  const [unit, name] = UNITS.find(([length]) => apart >= length) ?? [60_000, 'minute'];
  const count = Math.floor(apart / unit);
  const words = `${count} ${name}${count === 1 ? '' : 's'}`;
  const text = count === 0 ? 'just now' : milliseconds > now ? `in ${words}` : `${words} ago`;
  const exact = new Date(milliseconds).toISOString();
  return html`<time datetime="${exact}" title="${dateOf(milliseconds)} UTC">${text}</time>`;
}
