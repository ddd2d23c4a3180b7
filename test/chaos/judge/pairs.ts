import { setTimeout } from 'node:timers/promises';
import type { Kind } from './history';

/** How long somebody waits for a person on another device, in milliseconds. */
const PATIENCE_MS = 5000;

/** An item that somebody on another device has open and is about to change. */
export interface Invitation {
  kind: Kind;
  item: string;
  /** Says that this device has the item open too: both change it now. */
  come(): void;
}

/** Brings people on two devices to the same item, so that both change it within a second. */
export interface Pairs {
  /** Resolves with true when another device has opened the item as well, with false when nobody came. */
  offer(device: string, kind: Kind, item: string): Promise<boolean>;
  /** The act that another device offers just now. */
  invitationFor(device: string): Invitation | undefined;
  /** How often two people met. */
  met(): number;
}

export function createPairs(): Pairs {
  let open: (Invitation & { from: string }) | undefined;
  let met = 0;
  return {
    async offer(from, kind, item) {
      if (open) return false;
      const came = new Promise<boolean>(resolve => {
        open = { from, kind, item, come: () => resolve(true) };
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
