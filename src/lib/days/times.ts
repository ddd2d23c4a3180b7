import { knownLanguages } from './languages';

/** `10:42` or `10:42 am`, by the user's languages; with seconds where changes are close together. */
export const timeInWords = (instant: string, hasSeconds = false) =>
  new Date(instant).toLocaleTimeString(knownLanguages(navigator.languages), {
    hour: 'numeric',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
  });
