import { databasePaths } from '../services/databasePaths';
import type { Saga } from '../lib/effects';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { applyOnce } from '../sync/records/senders/writeOnce';
import type { SetSettings } from './settings';

/** Writes settings once, each under its own path. */
export function* sendSettings(
  services: SendServices,
  { id, userId, payload }: Operation<string, SetSettings>,
): Saga<Outcome> {
  const paths = Object.fromEntries(
    Object.entries(payload.changes).map(([name, value]) => [databasePaths.setting(name), value]),
  );
  yield* applyOnce(services, { userId, id }, paths);
  return { type: 'confirmed' };
}
