/**
 * Three versions become one: a field that only one side changed since `base` takes that side; a field that both
 * changed differently stays `mine` and is named in `disputed`.
 */
export function mergeFields<Fields extends object>(base: Fields, mine: Fields, theirs: Fields) {
  const merged = { ...mine };
  const disputed: (keyof Fields)[] = [];
  for (const field of Object.keys(mine) as (keyof Fields)[]) {
    const iChanged = mine[field] !== base[field];
    const theyChanged = theirs[field] !== base[field];
    if (!iChanged) merged[field] = theirs[field];
    if (iChanged && theyChanged && mine[field] !== theirs[field]) disputed.push(field);
  }
  return { merged, disputed };
}
