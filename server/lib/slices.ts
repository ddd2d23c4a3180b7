import type { Work } from './types';

/** Milliseconds that work may hold the thread before everybody else has a turn. */
const SLICE = 8;

/** Does the work here and now, for what is known to be small. */
export function atOnce<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/**
 * Does the work in slices of some milliseconds. All that is being done like that takes turns, one slice in each turn of
 * the event loop, so that requests that ask for little are answered in between.
 */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  for (;;) {
    await turn();
    const end = performance.now() + SLICE;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
  }
}

const waiting: (() => void)[] = [];

function turn(): Promise<void> {
  return new Promise(begin => {
    if (waiting.push(begin) === 1) setImmediate(next);
  });
}

function next(): void {
  const [begin] = waiting.splice(0, 1);
  begin?.();
  if (waiting.length > 0) setImmediate(next);
}

const RUN = 512;

/** Sorts as `list.sort(compare)` does, stable, in pieces; the list itself when it was short. */
export function* sortWork<T>(list: T[], compare: (a: T, b: T) => number): Work<T[]> {
  if (list.length <= RUN) return list.sort(compare);
  let runs: T[][] = [];
  for (let from = 0; from < list.length; from += RUN) {
    runs.push(list.slice(from, from + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergeWork(runs[index]!, runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0]!;
}

function* mergeWork<T>(a: T[], b: T[], compare: (a: T, b: T) => number): Work<T[]> {
  const all: T[] = [];
  let [left, right] = [0, 0];
  while (left < a.length && right < b.length) {
    all.push(compare(a[left]!, b[right]!) <= 0 ? a[left++]! : b[right++]!);
    if (all.length % RUN === 0) yield;
  }
  for (; left < a.length; left += 1) all.push(a[left]!);
  for (; right < b.length; right += 1) all.push(b[right]!);
  return all;
}
