import type { Saga } from '../lib/effects';
import type { Records } from '../services/database';
import type { SendServices } from './kinds';
import type { Operation, Outcome } from './operations';
import { writeAll } from './writeOnce';

/** What one of several operations writes, and its outcome then; null for one that has to be sent by itself. */
export type Prepared = { paths: Records; outcome: Outcome } | null;

/**
 * Sends operations of one step in few updates, each operation under its own mark. One that the rules refuse among the
 * others is sent by itself, which finds out why. Answers an outcome for each.
 */
export function* sendTogether<O extends Operation>(
  services: SendServices,
  operations: readonly O[],
  prepare: (operations: readonly O[]) => Saga<readonly Prepared[]>,
  sendAlone: (operation: O) => Saga<Outcome>,
): Saga<Outcome[]> {
  const prepared = yield* prepare(operations);
  const together = operations.flatMap((operation, at) => {
    const one = prepared[at];
    return one ? [{ operation, ...one }] : [];
  });
  const written = together.filter(({ paths }) => Object.keys(paths).length > 0);
  const refused = yield* writeAll(services, operations[0]!.userId, written, {
    pathsOf: ({ paths }) => paths,
    marksOf: some => some.map(({ operation }) => operation.id),
  });
  const isRefused = new Set(refused.map(({ item }) => item.operation.id));
  const outcomes: Outcome[] = [];
  for (const [at, operation] of operations.entries()) {
    const one = prepared[at];
    outcomes.push(one && !isRefused.has(operation.id) ? one.outcome : yield* sendAlone(operation));
  }
  return outcomes;
}
