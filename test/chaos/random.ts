/** A seeded random source. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Picks one of the names, as often as its weight says. */
  weighed<Name extends string>(weights: Record<Name, number>): Name;
  /** An independent source for a part that runs concurrently, so that timing does not change its choices. */
  fork(name: string): Random;
}

/** Mulberry32 with 32 bits of state, good enough to draw faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: probability => next() < probability,
    pick: items => items[below(items.length)]!,
    weighed(weights) {
      const entries = Object.entries(weights) as [never, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      return entries.find(([, weight]) => (left -= weight) < 0)?.[0] ?? entries[0]![0];
    },
    fork: name => createRandom([...name].reduce((hash, letter) => hash * 31 + letter.charCodeAt(0), seed)),
  };
}
