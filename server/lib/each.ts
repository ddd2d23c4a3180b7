/**
 * Runs a step for each item. Errors are passed to `failed` with the item, so that a failure for one connection does
 * not prevent the others' steps.
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
