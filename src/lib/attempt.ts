/** The result of `work` with a storage that may be disabled, full or corrupt; undefined when it throws. */
export function attempt<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
