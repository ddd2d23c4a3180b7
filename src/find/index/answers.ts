import type { FromWorker, ToWorker } from './entry';
import { openEntryIndex } from './entryIndex';

/** The worker's side of the finder: applies a change, or answers a query. */
export function openAnswers() {
  const index = openEntryIndex();
  return (message: ToWorker): FromWorker | undefined => {
    if (message.type === 'find') return { id: message.id, found: index.find(message.query) };
    index.change(message.changes);
    return undefined;
  };
}
