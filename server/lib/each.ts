/**
 * Does a step for each item. A step that throws is handed to `failed` with its item and never keeps the others from
 * theirs: one connection that can't be told something must not leave the rest untold.
 */
export function doEach<T>(
  items: Iterable<T>,
  step: (item: T) => void,
  failed: (error: unknown, item: T) => void,
): void {
  for (const item of [...items])
    try {
      step(item);
    } catch (error) {
      failed(error, item);
    }
}
