/** Parts that a rule for days can lack: times of the day, and the defaults of RFC 7529. */
const NEEDLESS = /^(?:BY(?:HOUR|MINUTE|SECOND)=.*|RSCALE=GREGORIAN|SKIP=(?:OMIT|BACKWARD))$/;
const DAYS_OF_MONTH: Record<string, number> = {};
for (const month of [1, 3, 5, 7, 8, 10, 12]) DAYS_OF_MONTH[month] = 31;
for (const month of [4, 6, 9, 11]) DAYS_OF_MONTH[month] = 30;

/** The position of a weekday that falls into this range of dates of a month, 0 for none. */
function positionOf(dates: readonly number[], month: string | undefined): number {
  const sorted = [...dates].sort((a, b) => a - b);
  const [from = 0, to = 0] = [sorted[0], sorted.at(-1)];
  if (to - from !== sorted.length - 1 || from * to < 0) return 0;
  if (sorted.length === 7 && to === DAYS_OF_MONTH[month ?? '']) return -1;
  if (sorted.length === 7 && from > 0 && from % 7 === 1) return (from + 6) / 7;
  if (sorted.length === 7 && to < 0 && to % 7 === -1) return (to - 6) / 7;
  return from === 29 && to === 31 ? 5 : 0;
}

/** A rule by its parts, each a list; null where a part stands twice. */
function partsOf(text: string): Map<string, string[]> | null {
  const parts = new Map<string, string[]>();
  const words = text
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/^RRULE:/, '');
  for (const part of words.split(';')) {
    const [name = '', value = name && '?'] = part.split('=');
    if (value === '' || NEEDLESS.test(part)) continue;
    if (parts.has(name)) return null;
    const values = name === 'UNTIL' ? [value.replace(/[-:]/g, '')] : value.split(',');
    parts.set(name, [...new Set(values.filter(one => one !== ''))]);
  }
  return parts;
}

/** Names the weekdays of a period by their place: `BYDAY=TU;BYSETPOS=1` as `1TU`, a range of dates beside a weekday too. */
function placeWeekdays(parts: Map<string, string[]>) {
  const [weekday = '', ...more] = parts.get('BYDAY') ?? [];
  const positions = parts.get('BYSETPOS');
  const position = positions?.length === 1 ? Number(positions[0]) : 0;
  const dates = parts.get('BYMONTHDAY')?.map(Number);
  const [month, otherMonth] = parts.get('BYMONTH') ?? [];
  const isPlain = /^[A-Z]{2}$/.test(weekday) && more.length === 0;
  if (isPlain && dates && !position) {
    const nth = positionOf(dates, otherMonth === undefined ? month : undefined);
    if (nth === 0) return;
    parts.set('BYDAY', [`${nth}${weekday}`]);
    parts.delete('BYMONTHDAY');
  } else if (isPlain && !dates && position && otherMonth === undefined) {
    parts.set('BYDAY', [`${position}${weekday}`]);
    parts.delete('BYSETPOS');
  } else if (more.length === 6 && !dates && position) {
    parts.set('BYMONTHDAY', [String(position)]);
    parts.delete('BYDAY');
    parts.delete('BYSETPOS');
  } else if (Math.abs(position) === 1 && (weekday && more.length === 0) !== (dates?.length === 1)) {
    parts.delete('BYSETPOS'); // the only day of its month is the first and the last one
  }
}

/** Gives a rule the frequency by which this app says it: the 25th of each December comes every year. */
function reachFrequency(parts: Map<string, string[]>) {
  const has = (name: string) => parts.has(name);
  const isEach = ['1', undefined].includes(parts.get('INTERVAL')?.[0]);
  const is = (freq: string) => parts.get('FREQ')?.[0] === freq;
  if (parts.get('BYMONTH')?.length === 12) parts.delete('BYMONTH');
  if (!isEach) return;
  if (is('DAILY') && has('BYMONTHDAY') && !has('BYDAY')) parts.set('FREQ', ['MONTHLY']);
  if (is('MONTHLY') && has('BYMONTH')) parts.set('FREQ', ['YEARLY']);
  else if (is('YEARLY') && !has('BYMONTH') && has('BYMONTHDAY') && !has('BYSETPOS'))
    parts.set('FREQ', ['MONTHLY']);
}

/** The first or last weekdays of a year are those of January or December; all of its weekdays come by the week. */
function nameMonth(parts: Map<string, string[]>) {
  const weekdays = parts.get('BYDAY');
  if (parts.get('FREQ')?.[0] !== 'YEARLY' || !weekdays || parts.has('BYMONTH')) return;
  const [, nth = ''] = /^([+-]?\d+)?[A-Z]{2}$/.exec(weekdays[0]!) ?? [];
  if (weekdays.length === 1 && Math.abs(Number(nth)) > 0 && Math.abs(Number(nth)) < 5)
    parts.set('BYMONTH', [Number(nth) > 0 ? '1' : '12']);
  else if (weekdays.every(day => day.length === 2) && !parts.has('INTERVAL') && !parts.has('BYSETPOS'))
    parts.set('FREQ', ['WEEKLY']);
}

/** The text of a rule (RFC 5545) that other programs spell in another way: without needless parts, blanks and times of the day. */
export function normalRule(text: string): string {
  const parts = partsOf(text);
  if (!parts) return text;
  const isByMonth = ['MONTHLY', 'YEARLY'].includes(parts.get('FREQ')?.[0] ?? '');
  if (isByMonth) placeWeekdays(parts);
  else if (parts.get('BYDAY')?.length === 1 && /^-?1$/.test(parts.get('BYSETPOS')?.join() ?? ''))
    parts.delete('BYSETPOS');
  reachFrequency(parts);
  nameMonth(parts);
  return [...parts].map(([name, values]) => `${name}=${values.join()}`).join(';');
}

/** The times of the day in a rule, `9:00`; empty without one. */
export function timesInRule(text: string): string {
  const of = (name: string) =>
    new RegExp(`(?:^|[:;\\s])${name}\\s*=\\s*([\\d,\\s]+)`, 'i')
      .exec(text)?.[1]
      ?.trim()
      .split(/\s*,\s*/) ?? [];
  const [minute = '0'] = of('BYMINUTE');
  return of('BYHOUR')
    .map(hour => `${hour}:${minute.padStart(2, '0')}`)
    .join(', ');
}
