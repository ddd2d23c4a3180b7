/**
 * Three versions become one: a field that only one side changed since `base` takes that side; a field that both
 * changed differently is `disputed`.
 */
export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields) {
  /** Disputed fields as I have them, as they have them, and as they were before. */
  const merged = { ...mine };
  const agreed = { ...mine };
  const open = { ...mine };
  const disputed: (keyof Fields)[] = [];
  for (const field of Object.keys(mine) as (keyof Fields)[]) {
    const iChanged = mine[field] !== base[field];
    const theyChanged = theirs[field] !== base[field];
    if (!iChanged) merged[field] = agreed[field] = open[field] = theirs[field];
    if (!iChanged || !theyChanged || mine[field] === theirs[field]) continue;
    agreed[field] = theirs[field];
    open[field] = base[field];
    disputed.push(field);
  }
  return { merged, agreed, open, disputed };
}
