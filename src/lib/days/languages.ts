/** The browser's languages that Intl accepts: on systems without a locale, WebKit has the language `C`, for which Intl throws. */
export const knownLanguages = (languages: readonly string[]): string[] =>
  languages.filter(language => {
    try {
      return Intl.getCanonicalLocales(language);
    } catch {
      return false;
    }
  });

/** The browser's language; English where none is valid. */
export const languageOfBrowser = (): string =>
  knownLanguages([globalThis.navigator?.language ?? 'en'])[0] ?? 'en';
