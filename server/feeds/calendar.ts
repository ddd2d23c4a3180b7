import { createHash } from 'node:crypto';
import { dayPlus } from '../../shared/days';
import { calendarAround, escaped, icsInstant, icsText } from '../../shared/ics';
import type { Answer } from '../database/rest/answer';
import type { Tree } from '../database/tree/node';
import { inSlices } from '../lib/slices';
import type { Clock, Work } from '../lib/types';
import { eventsIn, type Only, type Version } from './events';

/** How often readers are asked to look. */
const REFRESH = 'PT1H';
/** Version numbers are seconds since then: RFC 5545 has numbers of 31 bits. */
const FIRST_VERSION_MS = Date.UTC(2026, 0, 1);
const PIECE_CHARACTERS = 16_384;
const UNVERSIONED: Version = { stamp: '', lines: [] };

/** A calendar to answer with. */
type Asked = { hash: string; only: Only; isHead: boolean; ifNoneMatch: string | null };

export interface Calendars {
  answer(asked: Asked, data: Tree, answer: Answer): Promise<Response>;
}

/**
 * Calendars, and when the content of each was first seen changed. It is made twice, for its hash and for its text, so
 * that it is never in memory as a whole.
 */
export function createCalendars(clock: Clock): Calendars {
  const seen = new Map<string, { digest: string; at: number }>();

  function changedAt(hash: string, digest: string): number {
    const last = seen.get(hash);
    if (last?.digest === digest) return last.at;
    const at = Math.max(clock(), last ? last.at + 1_000 : 0);
    seen.set(hash, { digest, at });
    return at;
  }

  return {
    async answer({ hash, only, isHead, ifNoneMatch }, data, answer) {
      // The day before in UTC has begun everywhere, also while the day in UTC has not.
      const today = dayPlus(new Date(clock()).toISOString().slice(0, 10), -1);
      const digest = await inSlices(digestWork(eventsIn(data, only, today, UNVERSIONED)));
      const at = changedAt(hash, digest);
      const headers = { ...HEADERS, ETag: `W/"${digest}"` };
      if (isSame(ifNoneMatch, digest)) return answer.response(null, 304, headers);
      if (isHead) return answer.response(null, 200, headers);
      const events = eventsIn(data, only, today, versionOf(at));
      return answer.response(piecesOf(only, events), 200, headers);
    },
  };
}

const HEADERS = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'inline; filename="daywall.ics"',
  'Cache-Control': 'private, no-cache',
  'X-Robots-Tag': 'noindex',
};

const isSame = (ifNoneMatch: string | null, digest: string) =>
  ifNoneMatch !== null && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(`"${digest}"`));

function versionOf(at: number): Version {
  const stamp = icsInstant(at);
  const sequence = Math.max(0, Math.floor((at - FIRST_VERSION_MS) / 1_000));
  return { stamp, lines: [`LAST-MODIFIED:${stamp}`, `SEQUENCE:${sequence}`] };
}

function* digestWork(events: Iterable<string>): Work<string> {
  const hash = createHash('sha256');
  for (const event of events) {
    hash.update(event);
    yield;
  }
  return hash.digest('base64url').slice(0, 22);
}

const nameOf = (only: Only) => (only === '' ? 'Daywall' : `Daywall: ${only}`);

function* piecesOf(only: Only, events: Iterable<string>): Generator<string> {
  const { before, after } = calendarAround(escaped(nameOf(only)), [
    'METHOD:PUBLISH',
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]);
  let text = icsText(before);
  for (const event of events) {
    text += event;
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text + icsText(after);
}
