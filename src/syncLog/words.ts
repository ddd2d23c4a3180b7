import type { Day } from '../lib/days/days';
import { dayInWords, dayOf } from '../lib/days/days';
import { timeInWords as timeOf } from '../lib/days/times';
import type { Why } from './syncLogSelectors';

/** `10:42:13`, by the device's clock and the user's language. */
export const timeInWords = (instant: string) => timeOf(instant, true);

/** `10:42:13`, preceded by its day unless that is today. */
export function instantInWords(instant: string, today: Day): string {
  const day = dayOf(Date.parse(instant));
  return day === today ? timeInWords(instant) : `${dayInWords(day, today)}, ${timeInWords(instant)}`;
}

const MINUTE_MS = 60_000;
/** The units of time in milliseconds, from the largest. */
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;
/** A smaller offset, in milliseconds, is not mentioned. */
const FEW_MINUTES_MS = 3 * MINUTE_MS;

/**
 * Says that this device's clock is wrong, and by how much, e.g. `2 hours fast`; null when the difference is at most a
 * few minutes. `offset` is how far the server's clock is ahead, in milliseconds.
 */
export function clockInWords(offset: number): string | null {
  const size = Math.abs(offset);
  if (size < FEW_MINUTES_MS) return null;
  const [unit, length] = UNITS.find(([, milliseconds]) => Math.round(size / milliseconds) >= 2) ?? UNITS[2];
  return `This device’s clock is ${Math.round(size / length)} ${unit}s ${offset < 0 ? 'fast' : 'slow'}: the times here are those of this clock.`;
}

const until = ({ until: instant }: Why) => (instant ? ` It is tried again at ${timeInWords(instant)}.` : '');

/** A sentence that says why waiting changes have not been sent. */
export function whyInWords(why: Why): string {
  switch (why.type) {
    case 'signIn':
      return 'What waits is sent when you sign in again.';
    case 'offline':
      return `You are offline: what waits is sent when the network is back.${until(why)}`;
    case 'paused':
      return `Sending failed: ${why.message}.${until(why)}`;
    case 'otherTab':
      return 'The other tab sends what waits.';
    case 'thisTab':
      return 'What waits is being sent.';
    case 'noTab':
      return 'What waits is sent as soon as a tab takes over the sending.';
  }
}
