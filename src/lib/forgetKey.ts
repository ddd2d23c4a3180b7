/** Removes what localStorage has under a key. */
export function forgetKey(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing is stored.
  }
}
