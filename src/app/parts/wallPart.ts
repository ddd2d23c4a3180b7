import { fork, type Saga } from '../../lib/effects';
import { pressBoxesEarly } from '../../notes/wall/earlyBoxes';
import { keepFirstNotes } from '../../notes/wall/firstNotesSagas';
import type { CacheService, DraftsLater } from '../../services/device';
import { addTasksOfNotes } from '../store/addTaskOfNote';

export { default as StickyWall } from '../../notes/wall/StickyWall';

/** The wall's sagas: one makes tasks of notes, two are for its first frame. */
export function* saga(services: { cache: CacheService; drafts: DraftsLater }, userId: string): Saga {
  yield* fork(addTasksOfNotes);
  yield* fork(keepFirstNotes, services, userId);
  yield* fork(pressBoxesEarly, services, userId);
}
