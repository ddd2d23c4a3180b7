/** Those of a browser's languages that Intl takes: without a locale, WebKit names `C`, at which Intl throws. */
export const knownLanguages = (languages: readonly string[]): string[] =>
  languages.filter(language => {
    try {
      return Intl.getCanonicalLocales(language);
    } catch {
      return false;
    }
  });

/** The browser's language; English where it names none that is known. */
export const languageOfBrowser = (): string =>
  knownLanguages([globalThis.navigator?.language ?? 'en'])[0] ?? 'en';
