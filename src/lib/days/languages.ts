import { attempt } from '../attempt';

/** The browser's languages that Intl accepts: on systems without a locale, WebKit has the language `C`, for which Intl throws. */
export const knownLanguages = (languages: readonly string[]): string[] =>
  languages.filter(language => attempt(() => Intl.getCanonicalLocales(language)));

/** Kept: each row's day asks for it, and Intl is slow. */
let last = { named: '', language: 'en' };

/** The browser's language; English where none is valid. */
export function languageOfBrowser(): string {
  const named = globalThis.navigator?.language ?? 'en';
  if (named !== last.named) last = { named, language: knownLanguages([named])[0] ?? 'en' };
  return last.language;
}
