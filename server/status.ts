import { getHeapStatistics } from 'node:v8';
import type { Biggest } from './database/instances/databases';
import type { ControlHandlers } from './storage/control';
import type { FollowerStatus } from './storage/follow/followers';

/** A running server's status for the operator. `memory` is in bytes, `startedAt` in milliseconds. */
export type Status = {
  version: string;
  node: string;
  url: string;
  storeId: string;
  startedAt: number;
  memory: { heap: number; heapLimit: number; resident: number };
  /** The account with the most stored bytes; null when nothing is stored. */
  biggest: Biggest | null;
  /** The followers that store every commit in another folder. */
  followers: FollowerStatus[];
};

/** The control command `status`. */
export function statusHandlers(about: {
  version: string;
  storeId: string;
  url: () => string;
  clock: () => number;
  biggest: () => Biggest | null;
  followers: () => FollowerStatus[];
}): ControlHandlers {
  const startedAt = about.clock();
  return {
    status: () => {
      const { heapUsed, rss } = process.memoryUsage();
      return {
        version: about.version,
        node: process.versions.node,
        url: about.url(),
        storeId: about.storeId,
        startedAt,
        memory: { heap: heapUsed, heapLimit: getHeapStatistics().heap_size_limit, resident: rss },
        biggest: about.biggest(),
        followers: about.followers(),
      } satisfies Status;
    },
  };
}
