const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/**
 * Generates push keys like the database (8 characters of milliseconds, 12 random ones). Later keys sort behind earlier
 * ones, also within a millisecond and when the clock is set back. The SDK generates them too, but only while
 * connected.
 */
export function createPushKeys(now: () => number, below: (limit: number) => number): () => string {
  let lastTime = 0;
  let last: number[] = [];
  return () => {
    const isFull = last.every(digit => digit === 63);
    const time = Math.max(now(), isFull ? lastTime + 1 : lastTime);
    if (time > lastTime) last = Array.from({ length: 12 }, () => below(64));
    else last = follower(last);
    lastTime = time;
    let head = '';
    for (let rest = time, digit = 0; digit < 8; digit++, rest = Math.floor(rest / 64)) {
      head = ALPHABET[rest % 64]! + head;
    }
    return head + last.map(digit => ALPHABET[digit]!).join('');
  };
}

/** Adds one to a number given as base-64 digits, of which not all are 63. */
function follower(digits: number[]): number[] {
  const next = [...digits];
  let at = next.length - 1;
  while (next[at] === 63) next[at--] = 0;
  next[at]! += 1;
  return next;
}
