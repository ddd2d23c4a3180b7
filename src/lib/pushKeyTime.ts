const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** The instant (milliseconds) at which a key of the database's own kind was made, null for another kind of key. */
export function pushKeyTime(key: string): number | null {
  if (!/^-[\w-]{19}$/.test(key)) return null;
  let time = 0;
  for (const character of key.slice(0, 8)) time = time * 64 + ALPHABET.indexOf(character);
  return time;
}
