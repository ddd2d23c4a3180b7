import {
  buffers,
  eventChannel,
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
 * redux-saga's effects with the type of what they answer: `yield` alone loses it, each of these is a small generator,
 * so `yield* call(fn)` has the type that `fn` returns. Lint holds that nothing else imports `redux-saga/effects`.
 */
const untyped = effects as unknown as Record<string, (...args: unknown[]) => Effect>;
function* one<Result>(name: string, ...args: unknown[]): Saga<Result> {
  return (yield untyped[name]!(...args)) as Result;
}

export const call = <F extends Fn>(fn: F, ...args: Parameters<F>) => one<Answer<F>>('call', fn, ...args);
export const fork = <F extends Fn>(fn: F, ...args: Parameters<F>) =>
  one<Task<Answer<F>>>('fork', fn, ...args);
export const spawn = <F extends Fn>(fn: F, ...args: Parameters<F>) =>
  one<Task<Answer<F>>>('spawn', fn, ...args);
export const put = <A extends UnknownAction>(action: A) => one<A>('put', action);
export const select = <State, Args extends unknown[], Value>(
  selector: (state: State, ...args: Args) => Value,
  ...args: Args
) => one<Value>('select', selector, ...args);
export const take = <P extends Pattern>(pattern: P) => one<ActionOf<P>>('take', predicateOf(pattern));
/** Takes from a channel; the saga ends when the channel is closed. */
export const takeFrom = <Message>(channel: { take(taker: (message: Message | END) => void): void }) =>
  one<Message>('take', channel);
/**
 * What a watcher's worker takes: all of the watcher's further arguments, then the action of the pattern, which it may
 * ignore. Swapped, missing and surplus arguments and another action's worker do not compile
 * (test/lib/effects.types.ts).
 */
type Worker<P extends Pattern, Args extends unknown[]> = (...params: [...Args, ActionOf<P>]) => unknown;
type TakesAll<W extends Fn, Args extends unknown[]> = Parameters<W>['length'] extends
  Args['length'] | [...Args, unknown]['length']
  ? unknown
  : never;

/** Runs the worker for every action of the pattern, beside those that still run. */
export const takeEvery = <P extends Pattern, Args extends unknown[], W extends Worker<P, Args>>(
  pattern: P,
  worker: W & TakesAll<W, Args>,
  ...args: Args
) => one<Task>('takeEvery', predicateOf(pattern), work, worker, ...args);
/** Runs the worker for every action of the pattern, and cancels the run before. */
export const takeLatest = <P extends Pattern, Args extends unknown[], W extends Worker<P, Args>>(
  pattern: P,
  worker: W & TakesAll<W, Args>,
  ...args: Args
) => one<Task>('takeLatest', predicateOf(pattern), work, worker, ...args);
/** A worker that throws is a bug: it stays loud, and the next action finds a worker all the same. */
function* work(worker: Fn, ...args: never[]): Saga {
  try {
    yield* call(worker, ...args);
  } catch (bug) {
    yield* spawn(throwLoudly, bug);
  }
}
/** Spawned, a bug reaches the middleware's `onError` and ends nothing else. */
// eslint-disable-next-line require-yield
export function* throwLoudly(bug: unknown): Saga {
  throw bug;
}
/** What a subscription tells, as a channel. It keeps what is told while nobody takes: redux-saga's own would drop it. */
export const channelOf = <Message extends NonNullable<unknown>>(
  subscribe: (emit: (message: Message) => void) => () => void,
): EventChannel<Message> => eventChannel(subscribe, buffers.expanding());
/** A channel that keeps actions of the pattern which arrive while nobody takes; of several the newest. */
export const keepNewest = <P extends Pattern>(pattern: P) =>
  one<TakeableChannel<ActionOf<P>>>('actionChannel', predicateOf(pattern), buffers.sliding(1));
/** A channel that keeps every action of the pattern which arrives while nobody takes. */
export const keepAll = <P extends Pattern>(pattern: P) =>
  one<TakeableChannel<ActionOf<P>>>('actionChannel', predicateOf(pattern), buffers.expanding());
/** Takes all that such a channel has kept so far. */
export const flush = <A>(channel: TakeableChannel<A>) => one<A[]>('flush', channel);
/** Waits that many milliseconds. */
export const delay = (milliseconds: number) => one<true>('delay', milliseconds);
export const cancel = (task: Task) => one<void>('cancel', task);

type Racers = Record<string, Saga<unknown>>;
type Won<R extends Racers> = { [Name in keyof R]?: R[Name] extends Saga<infer Value> ? Value : never };
/** The first to answer wins and the others are cancelled; exactly one name of the answer is set. */
export const race = <R extends Racers>(racers: R) => one<Won<R>>('race', racers);

/** Waits until a subscription tells something, and ends it. */
export function* firstOf<Message extends NonNullable<unknown>>(
  subscribe: (emit: (message: Message) => void) => () => void,
): Saga<Message> {
  const told = channelOf(subscribe);
  try {
    return yield* takeFrom(told);
  } finally {
    told.close();
  }
}
