/** One key in so many is looked at: a sample is sorted, not all. */
const SAMPLED = 100;
/** So many of the sample, a thousand keys, make a range. */
const IN_RANGE = 10;

/**
 * The keys at which a list that has `keys`, in any order, is parted into ranges of roughly a thousand: in the database's
 * order, none for a short list.
 */
export function splitsOf(keys: readonly string[]): string[] {
  const sample = keys.filter((_, at) => at % SAMPLED === 0).filter(hasPlainOrder);
  return sample.length < 2 * IN_RANGE ? [] : sample.sort().filter((_, at) => at > 0 && at % IN_RANGE === 0);
}

/** Push ids sort by their characters; keys that are numbers come before all others. */
const hasPlainOrder = (key: string) => /^-[\w-]{19}$/.test(key);
