import { createMover } from '../../../lib/deviceDatabase/otherDatabases';
import type { LeaseRows } from './leaderByHeartbeat';

/** Removes the heartbeats of earlier versions, which mean nothing once their page has ended. */
export const dropLeases = createMover<LeaseRows>(from => from.clear('leases'));
