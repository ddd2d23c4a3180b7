import { randomBytes } from 'node:crypto';
import type { ControlHandlers } from '../storage/control';
import type { Json } from '../lib/types';

/** How a request arrived: what proxies added, and the client's address according to this server. */
export type Arrival = {
  host: string;
  forwardedFor: string | null;
  address: string;
  origin: string;
};

/** Tells `npm run doctor` how its own request arrived through the proxies: `/healthz?visit=ID`. */
export interface Visits {
  note(id: string | undefined, arrival: Arrival): void;
  handlers: ControlHandlers;
}

/** Only one visit is expected at a time; all other ids are ignored. */
export function createVisits(): Visits {
  let expected: string | null = null;
  let seen: Arrival | null = null;
  return {
    note(id, arrival) {
      if (id !== undefined && id === expected) seen = arrival;
    },
    handlers: {
      'visit expect': () => {
        expected = randomBytes(16).toString('hex');
        seen = null;
        return expected;
      },
      'visit seen': () => seen as Json,
    },
  };
}
