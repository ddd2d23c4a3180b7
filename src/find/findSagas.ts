import { call, fork, put, race, select, take, takeEvery, type Saga } from '../lib/effects';
import type { Clock } from '../services/device';
import { failureOf } from '../services/failure';
import { commandEntries } from './index/commandEntries';
import { openFinder, type Finder, type WorkerPort } from './finder';
import { findFailed, findRequested, foundArrived, selectQuery } from './findSlice';
import {
  areSourcesRead,
  isSame,
  noSources,
  piecesBetween,
  sourcesOf,
  type Sources,
  type SourcesRoot,
} from './sources';

export type FindServices = { clock: Clock; startFindWorker: () => WorkerPort };

/** Entries in one message to the worker: about a millisecond of the main thread. */
const ENTRIES_PER_MESSAGE = 500;

/** Starts indexing at the first search. After a failure, the next query starts again. */
export function* keepFinding(services: FindServices): Saga {
  for (;;) {
    yield* take(findRequested);
    yield* race({ follow: call(followRecords, services), failed: take(findFailed) });
  }
}

/** Keeps the worker's index up to date with the state, and answers queries, until it is cancelled. */
export function* followRecords({ clock, startFindWorker }: FindServices): Saga {
  const finder = openFinder(yield* call(startFindWorker));
  try {
    yield* call(finder.change, { put: commandEntries, gone: [] });
    yield* takeEvery(findRequested, answer, finder);
    yield* fork(answer, finder);
    yield* call(keepIndex, finder, clock);
  } finally {
    finder.close();
  }
}

function* keepIndex(finder: Finder, clock: Clock): Saga {
  let known: Sources = noSources;
  let isComplete = false;
  for (;;) {
    const state = yield* select((root: SourcesRoot) => root);
    const [now, areRead] = [sourcesOf(state), areSourcesRead(state)];
    for (const piece of piecesBetween(known, now, ENTRIES_PER_MESSAGE)) {
      yield* call(finder.change, piece);
      yield* fork(answer, finder);
      yield* call(clock.afterPaint);
    }
    known = now;
    if (areRead && !isComplete) {
      isComplete = true;
      yield* call(finder.complete);
      yield* fork(answer, finder);
    }
    const isSettled = (root: SourcesRoot) =>
      isSame(known, sourcesOf(root)) && areSourcesRead(root) === areRead;
    while (yield* select(isSettled)) yield* take(() => true);
  }
}

/** Runs the current query; again when the index has changed. */
function* answer(finder: Finder): Saga {
  const query = yield* select(selectQuery);
  if (query.trim() === '') return;
  try {
    yield* put(foundArrived({ query, answer: yield* call(finder.find, query) }));
  } catch (error) {
    yield* put(findFailed(failureOf(error)));
  }
}
