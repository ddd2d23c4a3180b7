const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

export const isPushKey = (key: string) => /^-[\w-]{19}$/.test(key);

/** The number that a key's characters encode. */
export function pushKeyNumber(characters: string): number {
  let number = 0;
  for (const character of characters) number = number * 64 + ALPHABET.indexOf(character);
  return number;
}

/** The time in milliseconds at which a push key was generated; null for other keys. */
export const pushKeyTime = (key: string) => (isPushKey(key) ? pushKeyNumber(key.slice(0, 8)) : null);
