import { recordsBeside, SHOWN_BESIDE } from '../services/databasePaths';
import { call, select, type Saga } from '../lib/effects';
import type { NotesRoot } from '../notes/notesSelectors';
import type { Queue } from '../sync/queue/queue';
import type { DatabaseService, Records } from '../services/database';
import type { CachedList, CacheService, Random } from '../services/device';
import { failureOf } from '../services/failure';
import { copyOf } from '../sync/records/trashCopy';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { besideFrom, type Content } from './formats/content';
import { withPending } from './pendingContent';

export type EverythingServices = {
  database: DatabaseService;
  cache: CacheService;
  queue: Queue;
  random: Random;
};
export type Root = TasksRoot & NotesRoot;

/** All content on the server, including records of an invalid shape. Throws a `ServiceFailure`. */
export async function serversContent(database: DatabaseService, userId: string): Promise<Content> {
  const lists = ['tasks', 'notes', 'trash/tasks', 'trash/notes', ...SHOWN_BESIDE] as const;
  const loaded = Object.fromEntries(
    await Promise.all(lists.map(async list => [list, await database.load(userId, list)] as const)),
  ) as Record<(typeof lists)[number], Records>;
  return {
    tasks: loaded.tasks,
    notes: loaded.notes,
    ...besideFrom(list => ({
      ...loaded[list],
      ...besideCopies(loaded[`trash/${recordsBeside(list)}`], list),
    })),
    trash: { tasks: withoutBeside(loaded['trash/tasks']), notes: withoutBeside(loaded['trash/notes']) },
  };
}

/** The sidecars of deleted records, under the keys of their tasks and notes as in an exported file. */
const besideCopies = (trash: Records, name: string): Records =>
  Object.fromEntries(
    Object.entries(trash).flatMap(([fireId, copy]) => {
      const value = copyOf(copy)?.beside?.[name];
      return value === undefined ? [] : [[fireId, value]];
    }),
  );

/** The trash's copies without their sidecars; copies of another shape are left unchanged. */
const withoutBeside = (trash: Records): Records =>
  Object.fromEntries(
    Object.entries(trash).map(([fireId, value]) => {
      const copy = copyOf(value);
      return [fireId, copy ? { deletedAt: copy.deletedAt, record: copy.record } : value];
    }),
  );

/** This device's copy of the server's content, which lacks the trash. */
async function rememberedContent(cache: CacheService, userId: string): Promise<Content> {
  const read = async (list: CachedList) => [list, (await cache.read(userId, list)) ?? {}] as const;
  const lists = await Promise.all((['tasks', 'notes', ...SHOWN_BESIDE] as const).map(read));
  return { ...Object.fromEntries(lists), trash: { tasks: {}, notes: {} } } as Content;
}

/**
 * All data of the user, with this device's unsent changes. If the server cannot be reached it is read from the device,
 * and `isWhole` is false.
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
