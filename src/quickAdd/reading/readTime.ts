import { readWrittenTime, timeWordsOf } from '../../lib/days/timeWords';
import { folded } from './phrases';

/** A time of day that a phrase names. */
export type FoundTime = {
  /** `HH:MM`. */
  time: string;
  /** Hour and minutes do not say which half of the day is meant: 'at 5'. */
  isOpen: boolean;
  /** 'noon', 'midnight'. */
  isWord: boolean;
};

/** Words before a time that are removed with it: behind `at` a bare hour is a time, behind `by` it needs a sign of one. */
const LEADS: Record<string, { at: readonly string[]; by: readonly string[] }> = {
  en: { at: ['at', '@'], by: ['by', 'around'] },
  de: { at: ['um'], by: ['bis', 'gegen'] },
  fr: { at: ['à'], by: ['vers', 'dès'] },
  es: { at: ['a las', 'a la'], by: [] },
  pt: { at: ['às', 'as', 'à'], by: [] },
  it: { at: ['alle'], by: [] },
  nl: { at: ['om'], by: [] },
  sv: { at: ['kl', 'kl.'], by: [] },
  da: { at: ['kl', 'kl.'], by: [] },
  nb: { at: ['kl', 'kl.'], by: [] },
  fi: { at: ['klo'], by: [] },
};
const NAMED: Record<string, Readonly<Record<string, string>>> = {
  en: { noon: '12:00', midday: '12:00', midnight: '00:00' },
  de: { mittag: '12:00', mitternacht: '00:00' },
  fr: { midi: '12:00', minuit: '00:00' },
  es: { mediodía: '12:00', medianoche: '00:00' },
};
/** Nothing else than times: these count at the end of a title. */
const ALONE = ['noon', 'midday'];
/** Languages in which `18h` is a time; in others it is a duration. */
const HOURS_BY_H = /^(fr|pt|es|ca|it|ro)\b/;

const IN_HALVES = /^(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.?m\.?$/;
const IN_GERMAN = /^(\d{1,2})(?:[:.](\d{2}))? uhr(?: (\d{2}))?$/;
const BY_H = /^(\d{1,2}) ?h(?: ?(\d{2}))?$/;
const BY_COLON = /^(\d{1,2})([:.])(\d{2})$/;
const BARE = /^\d{1,2}$/;

const AFTERNOON_BEFORE = 7;

export type Lead = { kind: 'at' | 'by'; isEnglish: boolean } | null;
/** The preposition that some words are, in lower case, in English or the language. */
export function leadOf(words: string, language: string): Lead {
  for (const spoken of ['en', language.slice(0, 2)])
    for (const kind of ['at', 'by'] as const)
      if (LEADS[spoken]?.[kind].includes(words)) return { kind, isEnglish: spoken === 'en' };
  return null;
}

function foundAt(hour: number, minutes = '00', isOpen = false): FoundTime | null {
  if (hour > 23 || Number(minutes) > 59) return null;
  return {
    time: `${String(hour).padStart(2, '0')}:${minutes}`,
    isOpen: isOpen && hour > 0 && hour <= 12,
    isWord: false,
  };
}

/** The noon or midnight that a word names. In English and French it is in lower case: 'Darkness at Noon' is a title. */
function namedTime(text: string, language: string): FoundTime | null {
  for (const spoken of ['en', language.slice(0, 2)]) {
    const time = NAMED[spoken]?.[spoken === 'de' ? folded(text) : text];
    if (time) return { time, isOpen: false, isWord: true };
  }
  return null;
}

/** Whether a word is a time also where neither a preposition nor a day stands before it. */
export const standsAlone = ({ isWord }: FoundTime, text: string): boolean => !isWord || ALONE.includes(text);

/**
 * The time of day that a whole text names behind such a preposition; null for none. A bare hour is one only behind 'at'.
 */
export function readTime(typed: string, lead: Lead, language: string): FoundTime | null {
  const text = folded(typed);
  const words = timeWordsOf(language);
  const [, hour, minutes, half] = IN_HALVES.exec(text) ?? [];
  if (half !== undefined) {
    const isHour = Number(hour) > 0 && Number(hour) <= 12;
    return isHour ? foundAt((Number(hour) % 12) + (half === 'p' ? 12 : 0), minutes) : null;
  }
  const german = IN_GERMAN.exec(text);
  if (german) return foundAt(Number(german[1]), german[2] ?? german[3]);
  const byH = BY_H.exec(text);
  if (byH) return byH[2] || lead || HOURS_BY_H.test(language) ? foundAt(Number(byH[1]), byH[2]) : null;
  // 'at 5:30' is as open as 'at 5', and '5:30' where hours are counted to twelve; '05:30' is not.
  const [, clockHour = '', sign, clockMinutes] = BY_COLON.exec(text) ?? [];
  const isOpen = !clockHour.startsWith('0') && (words.isTwelve || lead?.isEnglish === true);
  if (sign === ':' || (sign === '.' && (lead?.kind === 'at' || words.hasDots)))
    return foundAt(Number(clockHour), clockMinutes, isOpen);
  if (BARE.test(text))
    return lead?.kind === 'at' && Number(text) > 0
      ? foundAt(Number(text), '00', !text.startsWith('0'))
      : null;
  const written = readWrittenTime(text, language);
  if (written) return foundAt(written.hour, String(written.minutes).padStart(2, '0'));
  return namedTime(typed, language);
}

const MORNING = /(?:morning|früh|vormittag|matin)$/;
const AFTERNOON = /(?:afternoon|nachmittag|après-midi)$/;
const EVENING = /(?:evening|night|abend|soir)$/;

/**
 * The time that is meant beside a day or repeat: 'tonight at 8' is 20:00. Else 1 to 6 are in the afternoon, and 7 to 12 as
 * written. `isNextDay`: midnight of an evening is on the next day.
 */
export function timeMeant({ time, isOpen }: FoundTime, phrase: string): { time: string; isNextDay: boolean } {
  const [hour, isEvening] = [Number(time.slice(0, 2)), EVENING.test(phrase)];
  const isLate = isEvening || AFTERNOON.test(phrase) || (hour < AFTERNOON_BEFORE && !MORNING.test(phrase));
  const meant = !isOpen ? hour : hour === 12 ? (isEvening ? 0 : 12) : isLate ? hour + 12 : hour;
  return { time: String(meant).padStart(2, '0') + time.slice(2), isNextDay: isEvening && meant === 0 };
}
