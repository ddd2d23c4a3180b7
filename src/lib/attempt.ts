/** The result of `work`; undefined when it throws, e.g. because a storage is disabled, or a text is not JSON. */
export function attempt<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
