/** Every nth key is sampled, so that only the sample needs sorting. */
const SAMPLED = 100;
/** Sampled keys per range, so that a range has about a thousand keys. */
const IN_RANGE = 10;

/**
 * The keys at which a list with these `keys`, in any order, is split into ranges of about a thousand, in the database's
 * order. Empty for a short list.
 */
export function splitsOf(keys: readonly string[]): string[] {
  const sample = keys.filter((_, at) => at % SAMPLED === 0).filter(hasPlainOrder);
  return sample.length < 2 * IN_RANGE ? [] : sample.sort().filter((_, at) => at > 0 && at % IN_RANGE === 0);
}

/** Push ids sort by their characters; numeric keys precede all others. */
const hasPlainOrder = (key: string) => /^-[\w-]{19}$/.test(key);
