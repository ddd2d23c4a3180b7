import { html } from 'hono/html';
import type { Invite } from '../../auth/accounts/invites';
import { bytesInWords } from '../../lib/bytes';
import type { Backups } from './backups';
import type { Examination } from './doctor';
import type { Visitor } from './gate';
import { at, dateOf, form, instant, type Html } from './layout';
import { ORDERS, type Listed, type Look, type Order, type Person } from './people';

export const peoplePart = (visitor: Visitor, listed: Listed, look: Look, now: number): Html =>
  html` <section aria-labelledby="people">
    <h2 id="people">People</h2>
    ${
      listed.all > 1 &&
      html`<form method="get" action="/admin" class="line" role="search">
        <label>Search <input name="search" type="search" value="${look.search}" /></label>
        <label
          >Order
          <select name="by">
            ${Object.entries(ORDERS).map(
              ([name, words]) =>
                html`<option value="${name}" ${look.by === (name as Order) && html` selected`}>
                  ${words}
                </option>`,
            )}
          </select></label
        >
        <button>Show</button>
      </form>`
    }
    <p>${counted(listed, look)}</p>
    <ul class="cards">
      ${listed.people.map(person => personCard(visitor, person, now))}
    </ul>
    ${listed.pages > 1 && pagesOf(listed, look)}
  </section>`;

function counted({ all, found }: Listed, { search }: Look): string {
  if (all === 0) return 'Nobody has an account yet.';
  const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
  return search === '' ? `${people(all)}.` : `${people(found)} of ${all} found.`;
}

const personCard = (visitor: Visitor, person: Person, now: number): Html =>
  html` <li>
    <h3>${person.email}</h3>
    ${person.disabled && html` <p class="mark">disabled</p>`}
    <dl>
      <div>
        <dt>Stores</dt>
        <dd>${bytesInWords(person.stores)} of ${bytesInWords(person.mayStore)}</dd>
      </div>
      <div>
        <dt>Last visit</dt>
        <dd>${instant(person.lastVisitAt, now)}</dd>
      </div>
      <div>
        <dt>Since</dt>
        <dd>${instant(person.createdAt, now)}</dd>
      </div>
      ${resetOf(person, now)}
    </dl>
    <div class="line">
      ${form(visitor, at(person.uid, 'reset'), 'Reset link', `for ${person.email}`)}
      ${
        person.disabled
          ? form(visitor, at(person.uid, 'enable'), 'Enable', person.email)
          : form(visitor, at(person.uid, 'disable'), 'Disable', person.email)
      }
      <a class="button" href="${at(person.uid, 'export')}" download
        >Export<span class="heard"> ${person.email}</span></a
      >
      <a class="button danger" href="${at(person.uid, 'delete')}"
        >Delete…<span class="heard"> ${person.email}</span></a
      >
    </div>
  </li>`;

function resetOf({ reset }: Person, now: number): Html | null {
  if (!reset || (reset.goodUntil !== null && reset.goodUntil <= now)) return null;
  const { askedAt, goodUntil } = reset;
  const words =
    goodUntil === null
      ? html`asked for ${instant(askedAt, now)}`
      : html`the link that was made ends ${instant(goodUntil, now)}`;
  return html`<div>
    <dt>New password</dt>
    <dd>${words}</dd>
  </div>`;
}

function pagesOf({ page, pages }: Listed, { search, by }: Look): Html {
  const to = (other: number, words: string) =>
    html`<a
      class="button"
      href="/admin?${new URLSearchParams({ search, by, page: String(other) }).toString()}"
      >${words}</a
    >`;
  return html`<nav class="line" aria-label="Pages">
    ${page > 1 && to(page - 1, 'Before')} <span>Page ${page} of ${pages}</span> ${
      page < pages && to(page + 1, 'Next')
    }
  </nav>`;
}

export const invitesPart = (
  visitor: Visitor,
  invites: readonly Invite[],
  isClosed: boolean,
  now: number,
): Html =>
  html` <section aria-labelledby="invitations">
    <h2 id="invitations">Invitations</h2>
    <p>
      ${
        isClosed
          ? 'Sign-up is closed: an invitation is a link that makes one account.'
          : 'Sign-up is open: everybody can make an account, with an invitation or without.'
      }
    </p>
    ${form(visitor, '/admin/invite', 'Invite somebody', '', 'main')}
    ${
      invites.length > 0 &&
      html`<ul class="rows">
        ${invites.map(
          ({ hash, createdAt, expiresAt }) =>
            html`<li>
              <span>Made ${instant(createdAt, now)}, ends ${instant(expiresAt, now)}</span>
              ${form(visitor, `/admin/invites/${hash}/withdraw`, 'Withdraw', `the invitation made ${dateOf(createdAt)}`)}
            </li>`,
        )}
      </ul>`
    }
  </section>`;

export const backupsPart = ({ folder, problem, all }: Backups, now: number): Html =>
  html` <section aria-labelledby="backups">
    <h2 id="backups">Backups</h2>
    ${
      all.length === 0
        ? html`<p class="fault">
              There is no backup in <code>${folder}</code>${problem && html`: ${problem}`}
            </p>
            <p>Make one a day by <code>npm run backup -- --every 24h --keep 14</code></p>`
        : html`<p>${all.length === 1 ? '1 backup' : `${all.length} backups`} in <code>${folder}</code></p>
            <ul class="rows">
              ${all.slice(0, 14).map(
                ({ name, bytes, at: made }) =>
                  html`<li>
                    <span><strong>${instant(made, now)}</strong>, ${bytesInWords(bytes)}</span>
                    <code>${name}</code>
                  </li>`,
              )}
            </ul>`
    }
  </section>`;

const MARKS = { fault: 'Wrong', advice: 'Advice', fine: 'Fine' } as const;

export const findingsPart = (visitor: Visitor): Html => html`
  <section aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    ${form(visitor, '/admin/examine', 'Examine the server now')}
  </section>
`;

export const findingsList = ({ at: made, findings: all }: Examination, now: number): Html => html`
  <p>What the doctor found ${instant(made, now)}:</p>
  <ul class="rows" aria-labelledby="findings">
    ${(['fault', 'advice', 'fine'] as const)
      .flatMap(kind => all.filter(finding => finding.kind === kind))
      .map(
        ({ kind, text }) =>
          html`<li class="${kind}">
            <span><b>${MARKS[kind]}</b> ${text}</span>
          </li>`,
      )}
  </ul>
`;
