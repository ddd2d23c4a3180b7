/** The answer of work with a storage that may be switched off or full, or hold something else; undefined then. */
export function attempt<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
