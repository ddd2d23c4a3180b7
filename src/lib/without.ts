/**
 * A copy of an object without one key. `delete` would turn the object into a dictionary, whose later copies take ten
 * times as long.
 */
export function without<Value>(
  object: { readonly [key: string]: Value },
  key: string | number,
): Record<string, Value> {
  const rest: Record<string, Value> = {};
  for (const other of Object.keys(object)) if (other !== String(key)) rest[other] = object[other]!;
  return rest;
}
