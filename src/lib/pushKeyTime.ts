const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

export const isPushKey = (key: string) => /^-[\w-]{19}$/.test(key);

/** The number that characters of a key say. */
export function pushKeyNumber(characters: string): number {
  let number = 0;
  for (const character of characters) number = number * 64 + ALPHABET.indexOf(character);
  return number;
}

/** The instant (milliseconds) at which a key of the database's own kind was made, null for another kind of key. */
export const pushKeyTime = (key: string) => (isPushKey(key) ? pushKeyNumber(key.slice(0, 8)) : null);
