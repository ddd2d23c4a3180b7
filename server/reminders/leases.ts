import { StoreError } from '../lib/errors';
import type { Section } from '../lib/types';

/** The section of the store with the leases: `{uid}/{device}/{topic}`. */
export const REMINDERS = 'reminders';

/**
 * A message that was begun: which task's reminder, and its instant in milliseconds. It is on the disk before the
 * message is sent, and `isOver` once that needs no more. What a crash left is sent again, with the same topic and tag.
 */
export type Lease = { at: number; fireId: string; isOver: boolean };

/** All leases. Throws a `StoreError` for one that this program did not write. */
export async function* readLeases(section: Section): AsyncGenerator<readonly [string, Lease]> {
  for await (const page of section.pages()) for (const [key, text] of page) yield [key, readLease(text)];
}

export function readLease(text: string): Lease {
  try {
    const { at, fireId, isOver } = JSON.parse(text) as Lease;
    if (Number.isFinite(at) && typeof fireId === 'string' && typeof isOver === 'boolean')
      return { at, fireId, isOver };
  } catch {
    // Not JSON.
  }
  throw new StoreError('The record of a reminder is none that this program writes.');
}

export const textOfLease = (lease: Lease): string => JSON.stringify(lease);
