import type { Clock, Random } from '../../lib/types';

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/**
 * Generates keys that sort by time: 8 characters of milliseconds, 12 random ones. Each is greater than the last one,
 * also within one millisecond, after the clock was set back, and after a restart if `last` was stored.
 */
export class PushIds {
  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    private last: string = '',
  ) {}

  next(): string {
    const time = timeText(this.clock());
    const fresh = time + [...this.random(12)].map(byte => ALPHABET[byte % 64]).join('');
    this.last = time > this.last.slice(0, 8) ? fresh : successor(this.last);
    return this.last;
  }
}

/** Whether `PushIds` can have generated the text. */
export const isPushId = (text: string): boolean => /^[-\w]{20}$/.test(text);

function timeText(now: number): string {
  let text = '';
  for (let rest = now; text.length < 8; rest = Math.floor(rest / 64)) text = ALPHABET[rest % 64] + text;
  return text;
}

function successor(id: string): string {
  const places = [...id].map(letter => ALPHABET.indexOf(letter));
  let at = places.length - 1;
  while (places[at] === 63) places[at--] = 0;
  places[at]! += 1;
  return places.map(place => ALPHABET[place]).join('');
}
