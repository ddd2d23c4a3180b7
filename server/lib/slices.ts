import type { Work } from './types';

/** Milliseconds that sliced work may block the thread before yielding. */
const SLICE_MS = 8;

/** Does the work in one go, if it is known to be small. */
export function atOnce<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/**
 * Does the work in slices of some milliseconds. All such works take turns, one slice per turn of the event loop, so
 * that small requests are answered in between.
 */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  for (;;) {
    await turn();
    const end = performance.now() + SLICE_MS;
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

/** Sorts like `list.sort(compare)`, stably, in slices; returns the list itself when it is short. */
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
