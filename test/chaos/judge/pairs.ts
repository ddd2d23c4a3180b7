import { setTimeout } from 'node:timers/promises';
import type { Kind } from './history';

/** Milliseconds that a user waits for a user on another device. */
const PATIENCE_MS = 5000;

/** An item that is open on another device and about to be edited there. */
export interface Invitation {
  kind: Kind;
  item: string;
  /** Reports that this device has the item open too, so that both edit it now. */
  join(): void;
}

/** Lets users on two devices open the same item, so that both edit it within a second. */
export interface Pairs {
  /** Resolves with true when another device has opened the item as well, with false when nobody came. */
  offer(device: string, kind: Kind, item: string): Promise<boolean>;
  /** The item that another device offers now. */
  invitationFor(device: string): Invitation | undefined;
  /** The number of such meetings. */
  met(): number;
}

export function createPairs(): Pairs {
  let open: (Invitation & { from: string }) | undefined;
  let met = 0;
  return {
    async offer(from, kind, item) {
      if (open) return false;
      const came = new Promise<boolean>(resolve => {
        open = { from, kind, item, join: () => resolve(true) };
      });
      const isMet = await Promise.race([came, setTimeout(PATIENCE_MS, false, { ref: false })]);
      open = undefined;
      if (isMet) met++;
      return isMet;
    },
    invitationFor: device => (open && open.from !== device ? open : undefined),
    met: () => met,
  };
}
