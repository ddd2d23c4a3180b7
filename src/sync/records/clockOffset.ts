import { call, type Saga } from '../../lib/effects';
import type { DatabaseService } from '../../services/database';
import type { Clock } from '../../services/device';

/** The server's time is known from its answers, which may be late; below this the clocks are the same. */
const TOLERANCE_MS = 60_000;

/**
 * Milliseconds by which the server's clock is ahead of this device's (negative: behind), 0 when they differ by less than a
 * minute. Throws `network` when the server can't be asked.
 */
export function* clockOffset(
  { database, clock }: { database: DatabaseService; clock: Clock },
  userId: string,
): Saga<number> {
  const offset = (yield* call(database.serverTime, userId)) - clock.now();
  return Math.abs(offset) < TOLERANCE_MS ? 0 : offset;
}
