import { attempt } from '../attempt';
import { plainSpelling } from './dateWords';

/** How a language writes times of day. */
type TimeWords = {
  /** Whether it counts to twelve twice a day. */
  isTwelve: boolean;
  /** Whether it writes `17.30`. */
  hasDots: boolean;
  /** Hours by the text that Intl writes for them, without blanks, with `#` for the minutes. */
  hours: ReadonlyMap<string, number>;
};

/** Minutes that no hour looks like. */
const MINUTES = 34;
const STYLES: Intl.DateTimeFormatOptions[] = [
  { timeStyle: 'short' },
  { hour: 'numeric', minute: '2-digit' },
  { hour: 'numeric', minute: '2-digit', hour12: true },
  { hour: 'numeric' },
];

/** Halves of the day as people write them where newer browsers write 'AM' and 'PM'. */
const OWN_HALVES: Record<string, readonly [am: string, pm: string]> = { ko: ['오전', '오후'] };

const squeezed = (text: string) => plainSpelling(text).toLowerCase().replaceAll(' ', '');

function wordsOf(language: string): TimeWords {
  const hours = new Map<string, number>();
  const [am, pm] = OWN_HALVES[language.slice(0, 2)] ?? [];
  for (const style of STYLES) {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
    for (let hour = 0; hour < 24; hour++) {
      const text = squeezed(format.format(Date.UTC(2024, 0, 1, hour, MINUTES))).replace(String(MINUTES), '#');
      // A bare number is no time: `17`.
      for (const key of am && pm ? [text, text.replace('am', am).replace('pm', pm)] : [text])
        if (!/^\d*$/.test(key) && !hours.has(key)) hours.set(key, hour);
    }
  }
  const { hour12 = false } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
  return { isTwelve: hour12, hasDots: hours.has('9.#') || hours.has('09.#'), hours };
}

const known = new Map<string, TimeWords>();
/** The words of a language (BCP 47), cached; those of English where Intl does not know it. */
export function timeWordsOf(language: string): TimeWords {
  let words = known.get(language);
  if (!words) known.set(language, (words = attempt(() => wordsOf(language)) ?? wordsOf('en')));
  return words;
}

/** The hour and minutes of a whole text that is as Intl writes a time in the language; null for anything else. */
export function readWrittenTime(text: string, language: string): { hour: number; minutes: number } | null {
  let minutes = 0;
  const key = squeezed(text).replace(/(\d\D{1,3})(\d\d)(?=\D*$)/, (_, hour: string, digits: string) => {
    minutes = Number(digits);
    return `${hour}#`;
  });
  const hour = timeWordsOf(language).hours.get(key);
  return hour === undefined || minutes > 59 ? null : { hour, minutes };
}
