import { call, select, type Saga } from '../lib/effects';
import type { NotesRoot } from '../notes/notesSelectors';
import type { Queue } from '../sync/queue';
import type { DatabaseService, Records } from '../services/database';
import type { CacheService, Random } from '../services/device';
import { failureOf } from '../services/failure';
import { copyOf } from '../sync/trashMoves';
import type { TasksRoot } from '../tasks/tasksSelectors';
import type { Content } from './content';
import { withPending } from './pendingContent';

export type EverythingServices = {
  database: DatabaseService;
  cache: CacheService;
  queue: Queue;
  random: Random;
};
export type Root = TasksRoot & NotesRoot;

/** What the server has, records of any shape included. Throws a `ServiceFailure`. */
export async function serversContent(database: DatabaseService, userId: string): Promise<Content> {
  const lists = ['tasks', 'notes', 'done', 'looks', 'trash/tasks', 'trash/notes'] as const;
  const [tasks, notes, done, looks, trashedTasks, trashedNotes] = (await Promise.all(
    lists.map(list => database.load(userId, list)),
  )) as [Records, Records, Records, Records, Records, Records];
  return {
    tasks,
    notes,
    done: { ...done, ...besideCopies(trashedTasks, 'done') },
    looks: { ...looks, ...besideCopies(trashedNotes, 'looks') },
    trash: { tasks: withoutBeside(trashedTasks), notes: withoutBeside(trashedNotes) },
  };
}

/** What lay beside records that are in the trash: a file has it beside the keys of its tasks and notes. */
const besideCopies = (trash: Records, name: string): Records =>
  Object.fromEntries(
    Object.entries(trash).flatMap(([fireId, copy]) => {
      const value = copyOf(copy)?.beside?.[name];
      return value === undefined ? [] : [[fireId, value]];
    }),
  );

/** What a file has of a copy; one of any other shape is taken along as it is. */
const withoutBeside = (trash: Records): Records =>
  Object.fromEntries(
    Object.entries(trash).map(([fireId, value]) => {
      const copy = copyOf(value);
      return [fireId, copy ? { deletedAt: copy.deletedAt, record: copy.record } : value];
    }),
  );

/** What this device remembers of the server: all but the trash. */
async function rememberedContent(cache: CacheService, userId: string): Promise<Content> {
  return {
    tasks: (await cache.read(userId, 'tasks')) ?? {},
    notes: (await cache.read(userId, 'notes')) ?? {},
    done: (await cache.read(userId, 'done')) ?? {},
    looks: (await cache.read(userId, 'looks')) ?? {},
    trash: { tasks: {}, notes: {} },
  };
}

/**
 * All that the person keeps, with what this device has not sent yet on top. When the server can't be asked it is what
 * this device remembers, and `isWhole` is false.
 */
export function* loadEverything(
  { database, cache, queue, random }: EverythingServices,
  userId: string,
): Saga<{ content: Content; isWhole: boolean }> {
  let known: Content | null = null;
  try {
    known = yield* call(serversContent, database, userId);
  } catch (error) {
    failureOf(error);
  }
  const state = yield* select((now: Root) => now);
  const below = known ?? (yield* call(rememberedContent, cache, userId));
  const operations = yield* call(queue.all, userId);
  return { content: withPending(below, state, operations, random.pushKey), isWhole: known !== null };
}
