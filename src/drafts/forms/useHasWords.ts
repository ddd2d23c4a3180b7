import { useState } from 'react';

/**
 * True while the form of an item that is gone has to stay, because something was typed into it: then also when the words
 * are taken out again one by one. `forget` ends it.
 */
export function useHasWords(isGone: boolean, isDirty: boolean) {
  const [hadWords, setHadWords] = useState(false);
  const hasWords = isGone && (isDirty || hadWords);
  if (hasWords !== hadWords) setHadWords(hasWords);
  return { hasWords, forget: () => setHadWords(false) };
}
