// A test of types: `tsc` reads it and nothing runs it. Each misuse below has to be refused, or `@ts-expect-error` is one.
import { createAction, isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { keepAll, take, takeEvery, takeFrom, takeLatest, type Saga } from '../../src/lib/effects';

type Services = { clock: { now(): number } };
declare const services: Services;
declare const userId: string;

const saved = createAction<{ title: string }>('saved');
const ticked = createAction<{ isDone: boolean }>('ticked');
const closed = createAction('closed');
type Saved = ReturnType<typeof saved>;
type Ticked = ReturnType<typeof ticked>;

/** Action creators of its own kind: what it makes has a type of its own each time, so it has `match` alone. */
const edited = {
  match: (action: unknown): action is { type: `${string}/edit`; payload: { id: number } } =>
    (action as UnknownAction).type.endsWith('/edit'),
};
type Edited = { type: `${string}/edit`; payload: { id: number } };
const isFailure = (action: UnknownAction) => action.type.endsWith('Failed');

declare function onSaved(services: Services, userId: string, action: Saved): Saga;
declare function onTicked(services: Services, userId: string, action: Ticked): Saga;
declare function onEither(services: Services, action: Saved | Ticked): Saga;
declare function onEdited(action: Edited): Saga;
declare function onAny(userId: string, action: UnknownAction): Saga;
declare function onNothing(services: Services, userId: string): Saga;

export function* rightUses(): Saga {
  yield* takeEvery(saved, onSaved, services, userId);
  yield* takeLatest(ticked, onTicked, services, userId);
  yield* takeEvery([saved, ticked], onEither, services);
  yield* takeEvery(isAnyOf(saved, ticked), onEither, services);
  yield* takeEvery([isAnyOf(saved, ticked), saved], onEither, services);
  yield* takeEvery(edited, onEdited);
  yield* takeEvery([edited], onEdited);
  yield* takeEvery([edited, saved], ({ payload }) => {
    const either: { id: number } | { title: string } = payload;
    return either;
  });
  yield* takeEvery(isFailure, onAny, userId);
  yield* takeEvery([isFailure, saved], onAny, userId);
  // A worker may ignore the action.
  yield* takeEvery(closed, onNothing, services, userId);
  yield* takeLatest([saved, ticked], () => undefined);
  // The action's type is inferred.
  yield* takeEvery(saved, ({ payload }) => payload.title.trim());
}

export function* misuses(): Saga {
  // @ts-expect-error the arguments are swapped
  yield* takeEvery(saved, onSaved, userId, services);
  // @ts-expect-error one argument is missing
  yield* takeEvery(saved, onSaved, services);
  // @ts-expect-error all arguments are missing
  yield* takeEvery(saved, onSaved);
  // @ts-expect-error one argument too many
  yield* takeEvery(saved, onSaved, services, userId, userId);
  // @ts-expect-error one argument too many, of a worker that ignores the action
  yield* takeEvery(closed, onNothing, services, userId, 1);
  // @ts-expect-error another action's worker
  yield* takeEvery(ticked, onSaved, services, userId);
  // @ts-expect-error another action's worker
  yield* takeLatest(saved, onTicked, services, userId);
  // @ts-expect-error the arguments are swapped
  yield* takeLatest(ticked, onTicked, userId, services);
  // @ts-expect-error the worker knows one action of the list only
  yield* takeEvery([saved, ticked], onSaved, services, userId);
  // @ts-expect-error the worker knows one action of the matcher only
  yield* takeEvery(isAnyOf(saved, ticked), onSaved, services, userId);
  // @ts-expect-error another action's worker for a creator that has only `match`
  yield* takeEvery(edited, onSaved, services, userId);
  // @ts-expect-error the same in a list
  yield* takeEvery([edited, saved], onEdited);
  // @ts-expect-error a predicate lets any action pass
  yield* takeEvery(isFailure, onSaved, services, userId);
  // @ts-expect-error the list has a predicate, which lets any action pass
  yield* takeEvery([isFailure, saved], onSaved, services, userId);
  // @ts-expect-error a type as text says nothing of the action
  yield* takeEvery('saved', onSaved, services, userId);
  // @ts-expect-error a pattern is missing
  yield* takeEvery(onSaved, services, userId);
  // @ts-expect-error the inferred payload has no such field
  yield* takeEvery(saved, ({ payload }) => payload.isDone);
}

export function* answers(): Saga {
  const { payload } = yield* take([saved, ticked]);
  const either: { title: string } | { isDone: boolean } = payload;
  const { id } = (yield* take(edited)).payload;
  const kept = yield* keepAll([saved, edited]);
  const one: Saved | Edited = yield* takeFrom(kept);
  // @ts-expect-error a predicate says nothing of the action's type
  const { title } = (yield* take(isFailure)).payload;
  void [either, id, one, title];
}
