import { recordsBeside, SHOWN_BESIDE, type ShownBeside } from '../../services/databasePaths';
import type { Json, Records } from '../../services/database';

/** All data of a user: the stored records by key, and their sidecars by the same keys. */
export type Content = {
  tasks: Records;
  notes: Records;
  /** Deleted records: `{ deletedAt, record }`, by key. */
  trash: { tasks: Records; notes: Records };
  /** The choices for tags, kept lists among them, by the names of their settings; absent without any. */
  lists?: Records;
} & Record<ShownBeside, Records>;

/** The sidecar lists, whose content a function supplies. */
export const besideFrom = (give: (list: ShownBeside) => Records) =>
  Object.fromEntries(SHOWN_BESIDE.map(list => [list, give(list)])) as Record<ShownBeside, Records>;

/** Entries by key, on an object without prototype: a key may be `__proto__`. */
export const recordsFrom = (entries: Iterable<readonly [string, Json]>): Records =>
  Object.fromEntries(entries) as Records;

/** Removes sidecars whose task or note does not exist. */
export const withoutStrays = (content: Content): Content => ({
  ...content,
  ...besideFrom(list => {
    const of = recordsBeside(list);
    return recordsFrom(
      Object.entries(content[list]).filter(
        ([key]) => Object.hasOwn(content[of], key) || Object.hasOwn(content.trash[of], key),
      ),
    );
  }),
});

/** The formats of exported files. */
export const EXPORT_KINDS = ['json', 'csv', 'ics', 'md'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export type Members = { [name: string]: Json };
export const isObject = (json: Json | undefined): json is Members =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
/** Whether a value is a whole number within these bounds. */
export const isWhole = (json: Json | undefined, from: number, to: number): json is number =>
  typeof json === 'number' && Number.isInteger(json) && json >= from && json <= to;
export const membersOf = (json: Json | undefined): Members => (isObject(json) ? json : {});
