import { createHash } from 'node:crypto';
import { dayPlus } from '../../shared/days';
import { calendarAround, escaped, icsInstant, icsText } from '../../shared/ics';
import type { Answer } from '../database/rest/answer';
import type { Tree } from '../database/tree/node';
import { inSlices } from '../lib/slices';
import type { Clock, Work } from '../lib/types';
import { eventsIn, type Only } from './events';

/** How often readers are asked to look. */
const REFRESH = 'PT1H';
/** Version numbers are seconds since then: RFC 5545 has numbers of 31 bits. */
const FIRST_VERSION_MS = Date.UTC(2026, 0, 1);
const [PIECE_CHARACTERS, PIECE_STEPS] = [16_384, 200];
/** Events whose versions are remembered, of all calendars together: about 11 MB. */
const MOST_KNOWN = 100_000;

/** A calendar to answer with. */
type Asked = { hash: string; only: Only; isHead: boolean; ifNoneMatch: string | null };

export interface Calendars {
  answer(asked: Asked, data: Tree, answer: Answer): Promise<Response>;
}

/** When each event of a calendar was first seen, by the digest of its text, and the latest of these instants. */
type Known = { latest: number; seen: ReadonlyMap<string, number> };

/**
 * Calendars, and when each event of them was first seen as it is. A calendar is made twice, for its digests and for its
 * text, so that it is never in memory as a whole.
 */
export function createCalendars(clock: Clock, mostKnown = MOST_KNOWN): Calendars {
  const known = new Map<string, Known>();
  let size = 0;

  /** Remembers a calendar, and forgets those that were read longest ago. Their events are new at the next read. */
  function remember(hash: string, { latest, seen }: Known): void {
    const latestYet = Math.max(latest, known.get(hash)?.latest ?? 0);
    forget(hash);
    known.set(hash, { latest: latestYet, seen });
    size += seen.size + 1;
    for (const other of known.keys()) if (size > mostKnown && other !== hash) forget(other);
  }

  function forget(hash: string): void {
    const calendar = known.get(hash);
    if (calendar && known.delete(hash)) size -= calendar.seen.size + 1;
  }

  return {
    async answer({ hash, only, isHead, ifNoneMatch }, data, answer) {
      // The day before in UTC has begun everywhere, also while the day in UTC has not.
      const today = dayPlus(new Date(clock()).toISOString().slice(0, 10), -1);
      const { digest, ...found } = await inSlices(
        lookAt(only, eventsIn(data, only, today), known.get(hash) ?? null, clock()),
      );
      remember(hash, found);
      const headers = { ...HEADERS, ETag: `W/"${digest}"` };
      if (isSame(ifNoneMatch, digest)) return answer.response(null, 304, headers);
      if (isHead) return answer.response(null, 200, headers);
      return answer.response(piecesOf(only, eventsIn(data, only, today), found.seen), 200, headers);
    },
  };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The digest of a calendar, and since when its events are as they are: those that are new, since a later instant. */
function* lookAt(
  only: Only,
  events: Iterable<string>,
  known: Known | null,
  now: number,
): Work<Known & { digest: string }> {
  const all = createHash('sha256').update(only);
  const seen = new Map<string, number>();
  const next = Math.max(now, known ? known.latest + 1_000 : 0);
  let latest = known?.latest ?? 0;
  for (const event of events) {
    if (event !== '') {
      const digest = digestOf(event);
      const at = known?.seen.get(digest) ?? next;
      latest = Math.max(latest, at);
      seen.set(digest, at);
      all.update(digest);
    }
    yield;
  }
  return { digest: all.digest('base64url').slice(0, 22), latest, seen };
}

const HEADERS = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'inline; filename="daywall.ics"',
  'Cache-Control': 'private, no-cache',
  'X-Robots-Tag': 'noindex',
};

const isSame = (ifNoneMatch: string | null, digest: string) =>
  ifNoneMatch !== null && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(`"${digest}"`));

const BEGIN = icsText(['BEGIN:VEVENT']);

/** An event with the lines of its version. */
function versioned(event: string, at: number): string {
  const stamp = icsInstant(at);
  const sequence = Math.max(0, Math.floor((at - FIRST_VERSION_MS) / 1_000));
  const version = icsText([`DTSTAMP:${stamp}`, `LAST-MODIFIED:${stamp}`, `SEQUENCE:${sequence}`]);
  return BEGIN + version + event.slice(BEGIN.length);
}

const nameOf = (only: Only) => (only === '' ? 'Daywall' : `Daywall: ${only}`);

function* piecesOf(only: Only, events: Iterable<string>, seen: Known['seen']): Generator<string> {
  const { before, after } = calendarAround(escaped(nameOf(only)), [
    'METHOD:PUBLISH',
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]);
  let [text, steps] = [icsText(before), 0];
  for (const event of events) {
    if (event !== '') text += versioned(event, seen.get(digestOf(event))!);
    steps += 1;
    if (text.length < PIECE_CHARACTERS && steps < PIECE_STEPS) continue;
    yield text;
    [text, steps] = ['', 0];
  }
  yield text + icsText(after);
}
