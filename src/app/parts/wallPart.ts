import { fork, type Saga } from '../../lib/effects';
import { keepFirstNotes } from '../../notes/wall/firstNotesSagas';
import type { CacheService } from '../../services/device';
import { addTasksOfNotes } from '../store/addTaskOfNote';

export { default as StickyWall } from '../../notes/wall/StickyWall';

/** The wall's sagas: one makes tasks of notes, one stores the notes of its first frame. */
export function* saga(services: { cache: CacheService }, userId: string): Saga {
  yield* fork(addTasksOfNotes);
  yield* fork(keepFirstNotes, services, userId);
}
