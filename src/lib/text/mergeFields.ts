/** Merges two edits of one version. Fields that both changed differently are `disputed`, and have my value in `merged`. */
export type Merged<Fields> = { merged: Fields; disputed: (keyof Fields)[] };

/** A three-way merge by fields: a field that only one side changed since `base` takes that side's value. */
export function mergeFields<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Merged<Fields> {
  const merged = { ...mine };
  const disputed: (keyof Fields)[] = [];
  for (const field of Object.keys(mine) as (keyof Fields)[]) {
    if (mine[field] === base[field]) merged[field] = theirs[field];
    else if (theirs[field] !== base[field] && theirs[field] !== mine[field]) disputed.push(field);
  }
  return { merged, disputed };
}
