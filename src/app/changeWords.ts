import type { HistoryEntry } from '../services/device';

type Fields = { taskName?: string; noteTitle?: string };
const LONGEST = 40;

/** The verb, and the title if it is known. */
const saying = (verb: string) => (payload: unknown) => {
  const { fields } = payload as { fields?: Fields };
  const title = (fields?.taskName ?? fields?.noteTitle ?? '').trim();
  if (!title) return verb;
  return `${verb} “${title.length > LONGEST ? `${title.slice(0, LONGEST)}…` : title}”`;
};

const wordsOf: Record<string, (payload: unknown) => string> = {
  'task/add': saying('Added'),
  'task/edit': saying('Changed'),
  'task/tick': payload =>
    (payload as { doneAt: string | null }).doneAt === null ? 'Not done after all' : 'Done',
  'task/delete': saying('Deleted'),
  'task/restore': saying('Restored'),
  'note/add': saying('Added'),
  'note/edit': saying('Changed'),
  'note/delete': saying('Deleted'),
  'note/restore': saying('Restored'),
  'import/made': () => 'Imported a file',
};

/** A change in a few words. */
export function changeInWords({ steps }: HistoryEntry): string {
  const [{ kind, payload }] = steps as [HistoryEntry['steps'][number]];
  return wordsOf[kind]?.(payload) ?? 'Changed';
}

/** An add shows itself, and an import on its page; everything else is told for a moment. */
export const isTold = ({ steps }: HistoryEntry) => !/\/(add|made)$/.test(steps[0]?.kind ?? '');
