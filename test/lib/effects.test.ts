import createSagaMiddleware from 'redux-saga';
import { configureStore, createAction, isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { keepAll, take, takeEvery, takeFrom, type Saga } from '../../src/lib/effects';
import type { Pattern } from '../../src/lib/patterns';

const saved = createAction<string>('saved');
const ticked = createAction<string>('ticked');
/** An action creator whose type varies has `match` alone. */
const edited = {
  match: (action: unknown): action is UnknownAction => (action as UnknownAction).type.endsWith('/edit'),
};
const ACTIONS = [saved('a'), ticked('b'), { type: 'task/edit' }, { type: 'note/edit' }, { type: 'closed' }];

function typesTakenBy(watch: (taken: string[]) => Saga) {
  const saga = createSagaMiddleware();
  const store = configureStore({
    reducer: () => null,
    middleware: getDefault => getDefault().concat(saga),
  });
  const taken: string[] = [];
  const task = saga.run(watch, taken);
  for (const action of ACTIONS) store.dispatch(action);
  task.cancel();
  return taken;
}

test.each<[string, Pattern, string[]]>([
  ['an action creator', saved, ['saved']],
  ['what has match alone', edited, ['task/edit', 'note/edit']],
  ['a type guard', isAnyOf(saved, ticked), ['saved', 'ticked']],
  ['a predicate', ({ type }: UnknownAction) => type.length === 6, ['ticked', 'closed']],
  ['a list of all of these', [saved, edited, isAnyOf(ticked)], ['saved', 'ticked', 'task/edit', 'note/edit']],
  ['an empty list', [], []],
])('A watcher of %s takes these actions and no other', (_what, pattern, expected) => {
  const byWatcher = typesTakenBy(function* (taken): Saga {
    yield* takeEvery(pattern, (action: UnknownAction) => void taken.push(action.type));
  });
  const byTake = typesTakenBy(function* (taken): Saga {
    for (;;) taken.push((yield* take(pattern)).type);
  });
  const byChannel = typesTakenBy(function* (taken): Saga {
    const channel = yield* keepAll(pattern);
    for (;;) taken.push((yield* takeFrom(channel)).type);
  });
  expect([byWatcher, byTake, byChannel]).toEqual([expected, expected, expected]);
});
