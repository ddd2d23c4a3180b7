import { knownLanguages } from './languages';

/** `10:42` or `10:42 am`, as the person's languages have it; with seconds where changes follow each other closely. */
export const timeInWords = (instant: string, hasSeconds = false) =>
  new Date(instant).toLocaleTimeString(knownLanguages(navigator.languages), {
    hour: 'numeric',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
  });
