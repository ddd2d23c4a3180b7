import type { Connection } from './deviceConnection';
import type { Part } from './deviceDatabase';
import { SECOND_DATABASES } from './deviceSchema';
import { dueClearings, endDue, type DueClearing } from './dueClearings';
import { PROBE_MS, within } from './within';

/** Which of these databases exist; all of them where the browser cannot list databases. */
const existing = async (names: readonly string[]) => {
  if (!indexedDB.databases) return names;
  const found = new Set((await within(PROBE_MS, indexedDB.databases())).map(({ name }) => name));
  return names.filter(name => found.has(name));
};

/** Moves the content of other databases into the first one: that of an earlier version, and the second database. */
export function openTakeOver(first: Connection) {
  let last: Promise<void> = Promise.resolve();

  const clearDue = async ({ clearings = {} }: Part, where: DueClearing['where'][]) => {
    for (const due of dueClearings(Object.keys(clearings))) {
      await clearings[due.what]!((await first.open()) as never, due.userId);
      if (where.includes(due.where)) endDue(due.what, due.userId);
    }
  };
  const moveAll = async (part: Part) => {
    await clearDue(part, ['first']);
    const sources = await existing([part.before, ...SECOND_DATABASES]);
    if (sources.length > 0) {
      const [to, move] = await Promise.all([first.open(), part.load()]);
      for (const name of sources) await move(name, to);
    }
    // The moved content may include data whose clearing is still due.
    await clearDue(part, ['all', 'first']);
  };
  /** Moves one part at a time. A failed move is repeated at the next start. */
  return (part: Part): Promise<void> => (last = last.then(() => moveAll(part)).catch(() => undefined));
}
