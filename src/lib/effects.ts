import {
  buffers,
  eventChannel,
  type Channel,
  type END,
  type EventChannel,
  type TakeableChannel,
  type Task,
} from 'redux-saga';
import type { UnknownAction } from '@reduxjs/toolkit';
import * as effects from 'redux-saga/effects';
import { predicateOf, type ActionOf, type Pattern } from './patterns';

type Effect = effects.Effect;

/** A saga that ends with `Result`. */
export type Saga<Result = void> = Generator<Effect, Result, never>;

type Fn = (...args: never[]) => unknown;
type Answer<F extends Fn> =
  ReturnType<F> extends Generator<unknown, infer Value, never> ? Value : Awaited<ReturnType<F>>;
/**
 * redux-saga's effects with typed results. A plain `yield` loses the type; each of these is a small generator, so
 * `yield* call(fn)` has the type that `fn` returns. Lint forbids other imports of `redux-saga/effects`.
 */
function* yieldOnce<Result>(create: (...args: never[]) => Effect, ...args: unknown[]): Saga<Result> {
  return (yield create(...(args as never[]))) as Result;
}

export const call = <F extends Fn>(fn: F, ...args: Parameters<F>) =>
  yieldOnce<Answer<F>>(effects.call, fn, ...args);
export const fork = <F extends Fn>(fn: F, ...args: Parameters<F>) =>
  yieldOnce<Task<Answer<F>>>(effects.fork, fn, ...args);
export const spawn = <F extends Fn>(fn: F, ...args: Parameters<F>) =>
  yieldOnce<Task<Answer<F>>>(effects.spawn, fn, ...args);
export const put = <A extends UnknownAction>(action: A) => yieldOnce<A>(effects.put, action);
export const select = <State, Args extends unknown[], Value>(
  selector: (state: State, ...args: Args) => Value,
  ...args: Args
) => yieldOnce<Value>(effects.select, selector, ...args);
export const take = <P extends Pattern>(pattern: P) =>
  yieldOnce<ActionOf<P>>(effects.take, predicateOf(pattern));
/** Takes a message from a channel; the saga ends when the channel is closed. */
export const takeFrom = <Message>(channel: { take(taker: (message: Message | END) => void): void }) =>
  yieldOnce<Message>(effects.take, channel);
/**
 * The arguments of a watcher's worker: the watcher's further arguments, then the action, which is optional. Swapped,
 * missing and surplus arguments, and a worker for another action, do not compile (test/lib/effects.types.ts).
 */
type Worker<P extends Pattern, Args extends unknown[]> = (...params: [...Args, ActionOf<P>]) => unknown;
type TakesAll<W extends Fn, A extends unknown[]> = Parameters<W>['length'] extends [...A, unknown?]['length']
  ? unknown
  : never;

/** Runs the worker for every action of the pattern, in parallel. */
export const takeEvery = <P extends Pattern, Args extends unknown[], W extends Worker<P, Args>>(
  pattern: P,
  worker: W & TakesAll<W, Args>,
  ...args: Args
) => yieldOnce<Task>(effects.takeEvery, predicateOf(pattern), work, worker, ...args);
/** Runs the worker for every action of the pattern, and cancels the previous run. */
export const takeLatest = <P extends Pattern, Args extends unknown[], W extends Worker<P, Args>>(
  pattern: P,
  worker: W & TakesAll<W, Args>,
  ...args: Args
) => yieldOnce<Task>(effects.takeLatest, predicateOf(pattern), work, worker, ...args);
/** A worker's error is reported without ending its watcher. */
function* work(worker: Fn, ...args: never[]): Saga {
  try {
    yield* call(worker, ...args);
  } catch (bug) {
    yield* spawn(throwLoudly, bug);
  }
}
/** Throws the error. In a spawned saga it reaches the middleware's `onError` without cancelling other sagas. */
// oxlint-disable-next-line require-yield
export function* throwLoudly(bug: unknown): Saga {
  throw bug;
}
/** A subscription as a channel. It buffers every message; redux-saga's default drops messages that nobody takes. */
export const channelOf = <Message extends NonNullable<unknown>>(
  subscribe: (emit: (message: Message) => void) => () => void,
): EventChannel<Message> => eventChannel(subscribe, buffers.expanding());
/** A channel of the pattern's actions that buffers only the newest one. */
export const keepNewest = <P extends Pattern>(pattern: P) =>
  yieldOnce<TakeableChannel<ActionOf<P>>>(effects.actionChannel, predicateOf(pattern), buffers.sliding(1));
/** A channel of the pattern's actions that buffers all of them. */
export const keepAll = <P extends Pattern>(pattern: P) =>
  yieldOnce<Channel<ActionOf<P>>>(effects.actionChannel, predicateOf(pattern), buffers.expanding());
/** Takes everything that a channel has buffered. */
export const flush = <A>(channel: TakeableChannel<A>) => yieldOnce<A[]>(effects.flush, channel);
/** Waits that many milliseconds. */
export const delay = (milliseconds: number) => yieldOnce<true>(effects.delay, milliseconds);
export const cancel = (task: Task) => yieldOnce<void>(effects.cancel, task);

/** Runs sagas side by side; the first failure cancels the others. */
export const all = <Value>(sagas: readonly Saga<Value>[]) => yieldOnce<Value[]>(effects.all, sagas);

type Racers = Record<string, Saga<unknown>>;
type Won<R extends Racers> = { [Name in keyof R]?: R[Name] extends Saga<infer Value> ? Value : never };
/** Cancels the others when the first one ends; exactly one property of the result is set. */
export const race = <R extends Racers>(racers: R) => yieldOnce<Won<R>>(effects.race, racers);

/** The first message of a subscription, which is then closed. */
export function* firstOf<Message extends NonNullable<unknown>>(
  subscribe: (emit: (message: Message) => void) => () => void,
): Saga<Message> {
  const messages = channelOf(subscribe);
  try {
    return yield* takeFrom(messages);
  } finally {
    messages.close();
  }
}
