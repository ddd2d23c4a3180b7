import { call, select, type Saga } from '../lib/effects';
import type { NotesRoot } from '../notes/notesSelectors';
import type { Queue } from '../sync/queue';
import type { DatabaseService } from '../services/database';
import type { CacheService, Random } from '../services/device';
import { failureOf } from '../services/failure';
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
  const [tasks, notes, done, looks, trash] = await Promise.all([
    database.loadTasks(userId),
    database.loadNotes(userId),
    database.loadDone(userId),
    database.loadLooks(userId),
    database.loadTrash(userId),
  ]);
  return { tasks, notes, done, looks, trash };
}

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
