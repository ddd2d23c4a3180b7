import { dayOfStored } from '../../lib/days/days';
import { withoutTags } from '../../../shared/tags';
import type { Json, Records } from '../../services/database';
import { membersOf, type Content } from '../formats/content';
import type { Item } from '../formats/reading';

const textOf = (json: Json | undefined) => (typeof json === 'string' ? json.trim() : '');

/**
 * The marks by which records are the same: name, list and day of a task, or its rule, as its day moves on; the words of a
 * note.
 */
function marksOf(kind: Item['kind'], record: Json | undefined, repeat: Json | undefined): string[] {
  const fields = membersOf(record);
  if (kind === 'note') return [JSON.stringify([textOf(fields.noteTitle), textOf(fields.noteDescription)])];
  const { taskName, taskList, taskDueDate } = fields;
  const of = (when: string | null) => JSON.stringify([textOf(taskName), taskList, when]);
  const { rule } = membersOf(repeat);
  return [...(typeof rule === 'string' ? [of(rule)] : []), of(dayOfStored(taskDueDate as string))];
}

/** The marks of an item, and those without its tags, as it may have been added before. */
const MARKS_OF_ITEM: ((item: Item) => string[])[] = [
  ({ kind, record, beside }) => marksOf(kind, record, beside.repeats),
  ({ kind, record, beside }) =>
    kind === 'note'
      ? []
      : marksOf(kind, { ...record, taskName: withoutTags(record.taskName) }, beside.repeats),
];

/** The keys of records by their marks; each key is given once. */
function keysByMark(
  kind: Item['kind'],
  records: [key: string, record: Json | undefined][],
  repeats: Records,
) {
  const keys = new Map<string, string[]>();
  for (const [key, record] of records)
    for (const mark of marksOf(kind, record, Object.hasOwn(repeats, key) ? repeats[key] : undefined))
      if (keys.has(mark)) keys.get(mark)!.push(key);
      else keys.set(mark, [key]);
  return keys;
}

/**
 * The items of a file that are already here: by their own key, else by what makes records the same. A record here
 * stands for one item.
 */
export function knownItems(items: readonly Item[], { tasks, notes, trash, repeats }: Content): Set<Item> {
  const known = new Set<Item>();
  for (const kind of ['task', 'note'] as const)
    for (const isTrashed of [false, true]) {
      const list = kind === 'task' ? 'tasks' : 'notes';
      const records = isTrashed ? trash[list] : { tasks, notes }[list];
      const mine = items.filter(item => item.kind === kind && (item.deletedAt !== null) === isTrashed);
      const taken = new Set<string>();
      const take = (item: Item, key: string) => {
        taken.add(key);
        known.add(item);
      };
      for (const item of mine)
        if (item.key !== null && Object.hasOwn(records, item.key) && !taken.has(item.key))
          take(item, item.key);
      const entries = Object.entries(records).map(
        ([key, record]) => [key, isTrashed ? membersOf(record).record : record] as [string, Json | undefined],
      );
      const keys = keysByMark(kind, entries, repeats);
      for (const marksOfItem of MARKS_OF_ITEM)
        for (const item of mine) {
          if (known.has(item)) continue;
          for (const mark of marksOfItem(item)) {
            const left = keys.get(mark) ?? [];
            while (left.length > 0 && taken.has(left.at(-1)!)) left.pop();
            const key = left.pop();
            if (key !== undefined) {
              take(item, key);
              break;
            }
          }
        }
    }
  return known;
}
