import { call, type Saga } from '../../lib/effects';
import type { DatabaseService } from '../../services/database';
import type { Clock } from '../../services/device';

/** A smaller difference is ignored, because the server's time is taken from answers, which may be delayed. */
const TOLERANCE_MS = 60_000;

/**
 * The milliseconds by which the server's clock is ahead of this device's (negative: behind), 0 when less than a
 * minute. Throws `network` when the server cannot be reached.
 */
export function* clockOffset(
  { database, clock }: { database: DatabaseService; clock: Clock },
  userId: string,
): Saga<number> {
  const offset = (yield* call(database.serverTime, userId)) - clock.now();
  return Math.abs(offset) < TOLERANCE_MS ? 0 : offset;
}
