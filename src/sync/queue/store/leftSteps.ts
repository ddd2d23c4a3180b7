import { attempt } from '../../../lib/attempt';
import type { Operation } from '../../operations';

/**
 * An operation in localStorage, or the note (`end`) that one is over which the database may still have because it
 * failed.
 */
export type Left = Operation | LeftEnd;
export type LeftEnd = Pick<Operation, 'id' | 'userId' | 'itemKey' | 'changeId' | 'number'> & {
  end: 'confirmed' | 'discarded';
};

const NAME = 'daywall-op';
const prefixOf = (userId: string) => `${NAME}/${userId}/`;
const keyOf = ({ userId, changeId, id }: Left) => prefixOf(userId) + (changeId ?? id);

/** How long a page may take to store an operation before another page stores it. */
const PATIENCE_MS = 2000;

let lastNumber = 0;
/** Greater than all numbers that a database assigns, and ascending, whatever the device's clock does. */
export const nextNumber = () =>
  (lastNumber = Math.max(lastNumber + 1, Math.floor(1000 * (performance.timeOrigin + performance.now()))));

function read(key: string): Left[] {
  const stored = attempt((): unknown => JSON.parse(localStorage.getItem(key)!));
  return (Array.isArray(stored) ? (stored as Partial<Operation>[]) : []).filter(
    (left): left is Left => typeof left?.id === 'string' && typeof left.itemKey === 'string',
  );
}

/**
 * The steps in localStorage whose operations the device's database does not have yet: one key per step, so that it is
 * written whole or not at all. What localStorage does not take is only in the database.
 */
export function openLeftSteps() {
  let changes: { left: Left; isKept: boolean }[] = [];
  /** Writes the changes of this turn of the event loop before it ends: the page may end after it. */
  const write = () => {
    const steps = new Map<string, typeof changes>();
    for (const change of changes) {
      const key = keyOf(change.left);
      const ofStep = steps.get(key);
      if (ofStep) ofStep.push(change);
      else steps.set(key, [change]);
    }
    changes = [];
    for (const [key, ofStep] of steps)
      attempt(() => {
        const operations = new Map(read(key).map(left => [left.id, left]));
        for (const { left, isKept } of ofStep) {
          if (isKept) operations.set(left.id, left);
          else operations.delete(left.id);
        }
        if (operations.size > 0) localStorage.setItem(key, JSON.stringify([...operations.values()]));
        else localStorage.removeItem(key);
      });
  };
  const change = (left: readonly Left[], isKept: boolean) => {
    if (changes.length === 0 && left.length > 0) queueMicrotask(write);
    changes.push(...left.map(of => ({ left: of, isKept })));
  };
  const keysOf = (userId: string) =>
    attempt(() => Object.keys(localStorage).filter(key => key.startsWith(prefixOf(userId)))) ?? [];
  return {
    keep: (left: readonly Left[]) => change(left, true),
    remove: (left: readonly Left[]) => change(left, false),
    /** All operations and notes that pages of the user left, in order. */
    all: (userId: string): Left[] =>
      keysOf(userId)
        .flatMap(read)
        .map(left => ({ ...left, userId }))
        .sort((a, b) => a.number - b.number),
    clear: (userId: string) => keysOf(userId).forEach(key => localStorage.removeItem(key)),
    /** Calls back some time after another page wrote a step, which that page may have left. */
    follow(listener: (userId: string) => void) {
      addEventListener('storage', ({ key, newValue }) => {
        const [name, userId] = key?.split('/') ?? [];
        if (newValue !== null && name === NAME) setTimeout(() => listener(userId!), PATIENCE_MS);
      });
    },
  };
}
