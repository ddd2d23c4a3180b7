import { createMover } from '../../../lib/deviceDatabase/otherDatabases';
import type { LeaseRows } from './leaderByHeartbeat';

/** Removes the heartbeats of earlier versions: they say nothing once the page of theirs has ended. */
export const dropLeases = createMover<LeaseRows>(from => from.clear('leases'));
