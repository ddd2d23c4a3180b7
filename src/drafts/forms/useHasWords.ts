import { useState } from 'react';

/**
 * True if the form of a deleted item must stay because something was typed into it, even if the text is removed again.
 * `forget` resets it.
 */
export function useHasWords(isGone: boolean, isDirty: boolean) {
  const [hadWords, setHadWords] = useState(false);
  const hasWords = isGone && (isDirty || hadWords);
  if (hasWords !== hadWords) setHadWords(hasWords);
  return { hasWords, forget: () => setHadWords(false) };
}
