import { randomBytes } from 'node:crypto';
import type { ControlHandlers } from '../storage/control';
import type { Json } from '../lib/types';

/** How a request arrived: what proxies said of it, and who this server takes it for. */
export type Arrival = {
  host: string;
  forwardedFor: string | null;
  address: string;
  origin: string;
};

/** Tells `npm run doctor` how a request arrived that it has sent through the proxies: `/healthz?visit=ID`. */
export interface Visits {
  note(id: string | undefined, arrival: Arrival): void;
  handlers: ControlHandlers;
}

/** A single visit is waited for at a time; every other id is ignored. */
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
