/** Runs `work` in a browser of this language. */
export function inLanguage(language: string, work: () => void) {
  const spy = jest.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  try {
    work();
  } finally {
    spy.mockRestore();
  }
}
