/** The index of the first item for which `isBehind` holds; items for which it holds must come last. */
export function firstWhere(length: number, isBehind: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
