import { knownLanguages, languageOfBrowser } from './languages';

/** `10:42` or `10:42 am`, by the user's languages; with seconds where changes are close together. */
export const timeInWords = (instant: string, hasSeconds = false) =>
  new Date(instant).toLocaleTimeString(knownLanguages(navigator.languages), {
    hour: 'numeric',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
  });

/** Kept: each row with a time asks for it, and making a formatter takes a millisecond. */
let last: { language: string; format: Intl.DateTimeFormat } | null = null;

/** A time of day (`14:30`) in the browser's way of writing: `14:30`, `2:30 PM`. */
export function clockInWords(time: string): string {
  const language = languageOfBrowser();
  if (last?.language !== language) {
    const format = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' });
    last = { language, format };
  }
  return last.format.format(Date.parse(`1970-01-01T${time}Z`));
}

/** The local time of day at an instant (milliseconds): `14:30`. */
export const clockAt = (instant: number): string => new Date(instant).toTimeString().slice(0, 5);
