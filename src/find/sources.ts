import { tagName } from '../../shared/tags';
import type { Note } from '../notes/note';
import type { NotesRoot } from '../notes/notesSelectors';
import type { Buckets } from '../lib/days/buckets';
import { noteList } from '../notes/notesState';
import { shownDay, type Task } from '../tasks/task';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { withoutMarks } from '../lib/text/subtasks';
import { selectTags, type TagUse } from '../tags/tagSelectors';
import { taskList } from '../tasks/tasksState';
import { selectTrash, type TrashRoot } from '../trash/trashSelectors';
import { titleOf, type TrashItem } from '../trash/trashItem';
import { GROUPS, type Entry, type EntryChanges } from './index/entry';

/** An item that was added or replaced, or one that was removed. */
type Change<Item> = { type: 'put' | 'gone'; item: Item };

/** The differences between two lists; items are compared by identity unless `isSame` is given. */
export function* listChanges<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => unknown,
  isSame: (a: Item, b: Item) => boolean = Object.is,
): Generator<Change<Item>> {
  const left = new Map(before.map(item => [keyOf(item), item]));
  for (const item of after) {
    const known = left.get(keyOf(item));
    left.delete(keyOf(item));
    if (known === undefined || !isSame(known, item)) yield { type: 'put', item };
  }
  for (const item of left.values()) yield { type: 'gone', item };
}

export type SourcesRoot = TasksRoot & NotesRoot & TrashRoot;

/** The lists of one state that are indexed; an unchanged list keeps its identity. */
export type Sources = {
  tasks: Buckets<Task>;
  notes: Buckets<Note>;
  trash: readonly TrashItem[];
  tags: readonly TagUse[];
};

const NO_TRASH: readonly TrashItem[] = [];
const NO_TAGS: readonly TagUse[] = [];

export const noSources: Sources = {
  tasks: taskList.initialState.items,
  notes: noteList.initialState.items,
  trash: NO_TRASH,
  tags: NO_TAGS,
};

/** The trash is loaded while its page or the palette is open. */
export const sourcesOf = (state: SourcesRoot): Sources => ({
  tasks: state.tasks.items,
  notes: state.notes.items,
  trash: state.trash.phase === 'idle' ? NO_TRASH : selectTrash(state),
  tags: selectTags(state),
});

/** Whether tasks and notes have been loaded, or failed to load; until then results may be missing. */
export const areSourcesRead = ({ tasks, notes }: SourcesRoot) =>
  [tasks, notes].every(({ isKnown, phase }) => isKnown || phase === 'failed');

export const isSame = (a: Sources, b: Sources) =>
  a.tasks === b.tasks && a.notes === b.notes && a.trash === b.trash && a.tags === b.tags;

const taskKey = (task: Task) => `task ${task.taskId}`;
const keyOfTag = ({ tag }: Pick<TagUse, 'tag'>) => `tag ${tag}`;
const noteKey = (note: Note) => `note ${note.notesFireId}`;

const trashKey = ({ list, fireId, ...item }: TrashItem) =>
  `trash ${list} ${fireId ?? ('taskId' in item ? item.taskId : '')}`;

/** Sorts behind all database keys, because unsent items are the newest. */
const NEWEST = '~';

const entryOfTask = (task: Task): Entry => ({
  key: taskKey(task),
  title: task.taskName,
  text: `${withoutMarks(task.taskDescription)}${task.doneAt === null && shownDay(task) === null ? '\nno date' : ''}`.trim(),
  ...(task.repeat && { repeat: task.repeat }),
  group: task.doneAt === null ? GROUPS.open : GROUPS.done,
  since: task.doneAt ?? task.fireId ?? NEWEST,
});

const entryOfNote = (note: Note): Entry => ({
  key: noteKey(note),
  title: note.noteTitle,
  text: withoutMarks(note.noteDescription),
  group: GROUPS.open,
  since: note.notesFireId,
});

const entryOfTrash = (item: TrashItem): Entry => ({
  key: trashKey(item),
  title: titleOf(item),
  text: withoutMarks(item.list === 'tasks' ? item.fields.taskDescription : item.fields.noteDescription),
  group: GROUPS.trash,
  since: item.deletedAt,
});

const entryOfTag = ({ tag, word }: TagUse): Entry => ({
  key: keyOfTag({ tag }),
  title: tagName(word),
  text: '',
  group: GROUPS.open,
  since: NEWEST,
});

const isSameTag = (a: TagUse, b: TagUse) => a.word === b.word;

/** Items of the trash are compared by their time of deletion: their content never changes, but their objects may be recreated. */
const isSameItem = (a: TrashItem, b: TrashItem) => a.deletedAt === b.deletedAt;

type EntryChange = { put: Entry } | { gone: string };

function* changedItems<Item>(
  changes: Iterable<Change<Item>>,
  keyOf: (item: Item) => string,
  entryOf: (item: Item) => Entry,
): Generator<EntryChange> {
  for (const { type, item } of changes) {
    yield type === 'put' ? { put: entryOf(item) } : { gone: keyOf(item) };
  }
}

function* changesBetween(before: Sources, after: Sources): Generator<EntryChange> {
  if (before.notes !== after.notes) {
    yield* changedItems(noteList.changes(before.notes, after.notes), noteKey, entryOfNote);
  }
  if (before.trash !== after.trash) {
    yield* changedItems(listChanges(before.trash, after.trash, trashKey, isSameItem), trashKey, entryOfTrash);
  }
  if (before.tags !== after.tags) {
    yield* changedItems(listChanges(before.tags, after.tags, keyOfTag, isSameTag), keyOfTag, entryOfTag);
  }
  yield* changedItems(taskList.changes(before.tasks, after.tasks), taskKey, entryOfTask);
}

/** The changes from `before` to `after`, in pieces of `size` entries, computed lazily. */
export function* piecesBetween(before: Sources, after: Sources, size: number): Generator<EntryChanges> {
  let piece: EntryChanges = { put: [], gone: [] };
  for (const change of changesBetween(before, after)) {
    if ('put' in change) piece.put.push(change.put);
    else piece.gone.push(change.gone);
    if (piece.put.length + piece.gone.length < size) continue;
    yield piece;
    piece = { put: [], gone: [] };
  }
  if (piece.put.length + piece.gone.length > 0) yield piece;
}
