import { createSelector } from '@reduxjs/toolkit';
import { shallowEqual } from 'react-redux';
import type { Buckets } from '../lib/days/buckets';
import { areSameGroups, groupsBetween, joinParts } from '../lib/days/calendar';
import { UNDATED, type Day } from '../lib/days/days';
import { piecesOf } from '../../shared/tags';
import { byPlace } from '../notes/look';
import type { Note } from '../notes/note';
import type { NotesState } from '../notes/notesState';
import { tagSetting } from '../settings/settings';
import { selectSettings, type SettingsRoot } from '../settings/settingsSlice';
import { shownDay, type Task } from '../tasks/task';
import { daysOf, isListedAsDone } from '../tasks/taskDays';
import { rangeOf, type Section } from '../tasks/taskSections';
import type { TasksState } from '../tasks/tasksState';

/** The parts of the whole state that these selectors read. */
type OfTasks = { tasks: TasksState };
type OfDays = OfTasks & { ui: { today: Day } };
type OfNotes = { notes: NotesState };
export type TagsRoot = OfTasks & OfNotes;

/** A tag in use: its key, its most used spelling, and how many open tasks and notes have it. */
export type TagUse = { readonly tag: string; readonly word: string; tasks: number; notes: number };

/** The items of a bucket that have a tag, how many of them are open, and how often it is spelled in which way. */
type Uses<Item> = { items: Item[]; open: number; spellings: Map<string, number> };

/** Reads tags per bucket. A bucket is never modified, so each is read once, and a change reads one of 64. */
function readerOf<Item extends object>(lineOf: (item: Item) => string, isOpen: (item: Item) => boolean) {
  const known = new WeakMap<readonly Item[], Map<string, Uses<Item>>>();
  const read = (bucket: readonly Item[]) => {
    const uses = new Map<string, Uses<Item>>();
    for (const item of bucket) {
      const line = lineOf(item);
      if (!line.includes('#')) continue;
      for (const { tag, text } of piecesOf(line)) {
        if (tag === null) continue;
        const of = uses.get(tag) ?? { items: [], open: 0, spellings: new Map<string, number>() };
        uses.set(tag, of);
        const word = text.slice(1).normalize('NFC');
        of.spellings.set(word, (of.spellings.get(word) ?? 0) + 1);
        if (of.items.at(-1) === item) continue;
        of.items.push(item);
        if (isOpen(item)) of.open++;
      }
    }
    known.set(bucket, uses);
    return uses;
  };
  const inBuckets = (buckets: Buckets<Item>) =>
    Object.values(buckets).map(bucket => known.get(bucket) ?? read(bucket));
  return {
    inBuckets,
    /** All items that have a tag, in unspecified order. */
    withTag: (buckets: Buckets<Item>, tag: string): Item[] =>
      inBuckets(buckets).flatMap(uses => uses.get(tag)?.items ?? []),
  };
}

/** The line of a note in which its tags are: its title, or the first line of its description. */
export const lineOfNote = ({ noteTitle, noteDescription }: Pick<Note, 'noteTitle' | 'noteDescription'>) =>
  noteTitle.trim() === '' ? noteDescription.trimStart().split('\n', 1)[0]! : noteTitle;

const tasks = readerOf<Task>(
  ({ taskName }) => taskName,
  task => !isListedAsDone(task),
);
const notes = readerOf<Note>(lineOfNote, () => true);

/** The most used spelling; of equally used ones the first in the order of characters. */
function mostUsed(spellings: ReadonlyMap<string, number>): string {
  let [best, most] = ['', 0];
  for (const [word, count] of spellings)
    if (count > most || (count === most && word < best)) [best, most] = [word, count];
  return best;
}

const areSameUses = (a: readonly TagUse[], b: readonly TagUse[]) =>
  a.length === b.length && a.every((use, at) => shallowEqual(use, b[at]));

/**
 * All tags in use, the most used first. A tag that only done tasks have is there too, with a count of 0, behind the
 * others.
 */
export const selectTags = createSelector(
  [({ tasks: { items } }: TagsRoot) => items, ({ notes: { items } }: TagsRoot) => items],
  (taskItems, noteItems): readonly TagUse[] => {
    const all = new Map<string, { tasks: number; notes: number; spellings: Map<string, number> }>();
    const add = (name: 'tasks' | 'notes', buckets: Map<string, Uses<object>>[]) => {
      for (const uses of buckets)
        for (const [tag, { open, spellings }] of uses) {
          const of = all.get(tag) ?? { tasks: 0, notes: 0, spellings: new Map<string, number>() };
          all.set(tag, of);
          of[name] += open;
          for (const [word, count] of spellings)
            of.spellings.set(word, (of.spellings.get(word) ?? 0) + count);
        }
    };
    add('tasks', tasks.inBuckets(taskItems));
    add('notes', notes.inBuckets(noteItems));
    return [...all]
      .map(([tag, { spellings, ...counts }]) => ({ tag, word: mostUsed(spellings), ...counts }))
      .sort((a, b) => b.tasks + b.notes - a.tasks - a.notes || (a.tag < b.tag ? -1 : 1));
  },
  { memoizeOptions: { resultEqualityCheck: areSameUses } },
);

const selectByTag = createSelector([selectTags], tags => new Map(tags.map(use => [use.tag, use])));

/** The tags of open tasks on the days `from` ≤ day < `to`, the most used first. */
export const selectTagsBetween = createSelector(
  [
    ({ tasks: { items } }: TagsRoot) => items,
    selectTags,
    (_state: TagsRoot, from: string) => from,
    (_state: TagsRoot, _from: string, to: string) => to,
  ],
  (items, tags, from, to): readonly TagUse[] => {
    const isThere = (task: Task) => {
      const day = shownDay(task) ?? UNDATED;
      return !isListedAsDone(task) && from <= day && day < to;
    };
    const found = new Set<string>();
    for (const uses of tasks.inBuckets(items))
      for (const [tag, of] of uses) if (!found.has(tag) && of.items.some(isThere)) found.add(tag);
    return tags.filter(({ tag }) => found.has(tag));
  },
);

/** The use of a tag; undefined when nothing has it. */
export const selectTag = (state: TagsRoot, tag: string): TagUse | undefined => selectByTag(state).get(tag);

/** The most used spelling of a tag, else the one of a kept list, else its key. */
export const selectSpelling = (state: TagsRoot & SettingsRoot, tag: string): string =>
  selectTag(state, tag)?.word ?? selectSettings(state)[tagSetting(tag)]?.word ?? tag;

/** A selector per tag, made when it is first asked for, so that tags never evict each other's result. */
function perTag<Root, Value>(make: (tag: string) => (state: Root) => Value) {
  const made = new Map<string, (state: Root) => Value>();
  return (state: Root, tag: string): Value => {
    const select = made.get(tag) ?? make(tag);
    made.set(tag, select);
    return select(state);
  };
}

/** All tasks that have a tag, done ones too, in unspecified order. */
export const selectTasksWith = perTag(tag =>
  createSelector([({ tasks: { items } }: OfTasks) => items], items => tasks.withTag(items, tag), {
    memoizeOptions: { resultEqualityCheck: shallowEqual },
  }),
);

/** The ids of a tag's open tasks by day, in order within each day. Views are ranges of it (`rangeOf`). */
export const selectDaysWith = perTag(tag =>
  createSelector([(state: OfTasks) => selectTasksWith(state, tag)], of => daysOf(of).open),
);

const selectGroupsWith = perTag(tag =>
  createSelector(
    [(state: OfDays) => selectDaysWith(state, tag), ({ ui }: OfDays) => ui.today],
    (days, today) => {
      const { direction, keyOf, ...range } = rangeOf.work(today);
      return groupsBetween(days, range, direction, keyOf);
    },
    { memoizeOptions: { resultEqualityCheck: areSameGroups } },
  ),
);

/** The sections of a tag's open tasks, as those of Personal and Work. */
export const selectSectionsWith = perTag(tag =>
  createSelector([(state: OfDays) => selectGroupsWith(state, tag)], (groups): readonly Section[] =>
    groups.map(({ key, parts }) => ({ key, items: joinParts(parts) })),
  ),
);

/** The notes that have a tag, in the order of the wall. */
export const selectNotesWith = perTag(tag =>
  createSelector(
    [({ notes: { items } }: OfNotes) => items],
    (items): readonly Note[] => notes.withTag(items, tag).sort(byPlace),
    { memoizeOptions: { resultEqualityCheck: shallowEqual } },
  ),
);
