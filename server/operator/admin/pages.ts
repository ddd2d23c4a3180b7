import { html } from 'hono/html';
import { bytesInWords } from '../../lib/bytes';
import type { Visitor } from './gate';
import { at, form, type Html } from './layout';
import type { Person } from './people';

export const signInPage = ({ csrf }: Visitor, problem: string | null): Html =>
  html` <p>The server prints a token when it starts. It is good until the next start.</p>
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
export const donePage = (sentence: string, link?: string): Html =>
  html` <p role="status">${sentence}</p>
    ${link && html`<p class="stack"><label for="link">Link</label><input id="link" readonly value="${link}" /></p>`}
    <p><a href="/admin">Back to everybody</a></p>`;

export const refusedPage = (sentence: string): Html =>
  html` <p role="alert">${sentence}</p>
    <p><a href="/admin">Back to everybody</a></p>`;

export const deletePage = (visitor: Visitor, { uid, email, stores }: Person): Html =>
  html` <p>
      <strong>${email}</strong> stores ${bytesInWords(stores)}. All of it goes with the account, on all
      devices, for good.
    </p>
    <p><a class="button" href="${at(uid, 'export')}" download>Save everything of theirs first</a></p>
    ${form(visitor, at(uid, 'delete'), `Delete ${email} and everything of theirs`, '', 'danger')}
    <p><a href="/admin">Leave it as it is</a></p>`;
