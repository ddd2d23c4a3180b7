import { attempt } from '../../lib/attempt';

/** The methods of localStorage that a handover needs; it is written synchronously. */
export type SyncStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

type Owned = { userId: string };
type Options<Item> = {
  storageOf: () => SyncStorage;
  /** The prefix of the storage keys for these items. */
  name: string;
  /** Identifies this page. */
  pageId: string;
  idOf: (item: Item) => string;
  /** Items of one group are handed over together or not at all; by default each is a group of its own. */
  groupOf?: (item: Item) => string;
  isItem: (stored: unknown) => stored is Item;
};

/**
 * Items that pages of a user stored in localStorage, under one key per page. Never throws when localStorage is
 * disabled or full.
 */
function openLeftItems<Item extends Owned>({
  storageOf,
  name,
  pageId,
  isItem,
}: Pick<Options<Item>, 'storageOf' | 'name' | 'pageId' | 'isItem'>) {
  const prefixOf = (userId: string) => `${name}/${userId}/`;
  const ownKeyOf = (userId: string) => prefixOf(userId) + pageId;
  const orNothing = <Answer>(work: (storage: SyncStorage) => Answer) => attempt(() => work(storageOf()));
  const keysOf = (storage: SyncStorage, userId: string) =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at)!).filter(key =>
      key.startsWith(prefixOf(userId)),
    );
  const read = (storage: SyncStorage, key: string): Item[] => {
    const stored = attempt((): unknown => JSON.parse(storage.getItem(key)!));
    return Array.isArray(stored) ? stored.filter(isItem) : [];
  };
  return {
    /** Returns whether this page's items were written. */
    write(userId: string, items: Item[]): boolean {
      const text = JSON.stringify(items);
      return orNothing(storage => (storage.setItem(ownKeyOf(userId), text), true)) ?? false;
    },
    remove: (userId: string) => void orNothing(storage => storage.removeItem(ownKeyOf(userId))),
    /** Whether this page's items have been removed. */
    areGone: (userId: string) => orNothing(storage => storage.getItem(ownKeyOf(userId)) === null) === true,
    /** Takes the items that other pages stored, each page's in order. */
    takeOthers: (userId: string): Item[] =>
      orNothing(storage => {
        const keys = keysOf(storage, userId).filter(key => key !== ownKeyOf(userId));
        const taken = keys.flatMap(key => read(storage, key));
        keys.forEach(key => storage.removeItem(key));
        return taken;
      }) ?? [],
    clear: (userId: string) =>
      void orNothing(storage => keysOf(storage, userId).forEach(key => storage.removeItem(key))),
  };
}

/**
 * Items of a page that are not in the device's storage yet. When the page ends, or may end, they are put into
 * localStorage for the next page of the same user. A page that continues stores them itself and removes them again.
 */
export function openHandover<Item extends Owned>(options: Options<Item>) {
  const { name, idOf, groupOf = idOf } = options;
  const left = openLeftItems(options);
  const held = new Map<string, Item>();
  /** The users with items of this page in localStorage. */
  const written = new Set<string>();
  const heldOf = (userId: string) => [...held.values()].filter(item => item.userId === userId);
  const remove = (userId: string) => {
    written.delete(userId);
    left.remove(userId);
  };
  /** Writes a user's items, or as many of the first groups as fit. Returns whether all were written. */
  const write = (userId: string, items: readonly Item[]): boolean => {
    const groups = groupsOf(items, groupOf);
    for (let count = groups.length; count > 0; count = Math.floor(count / 2)) {
      if (!left.write(userId, groups.slice(0, count).flat())) continue;
      written.add(userId);
      return count === groups.length;
    }
    remove(userId);
    return false;
  };
  const release = (ids: readonly string[]) => {
    ids.forEach(id => held.delete(id));
    for (const userId of written) if (heldOf(userId).length === 0) remove(userId);
  };

  const hold = (item: Item) => void held.set(idOf(item), item);

  return {
    /** Registers an item that is not stored yet, replacing the one with the same id. */
    hold,
    isHeld: (id: string) => held.has(id),
    /** This page's unstored items of a user. */
    held: heldOf,
    /** Unregisters items that have been stored or are no longer needed. */
    release,
    /** Called when the page ends or may end; `lost`: also these. Synchronous. Returns whether all are safe now. */
    handOver(lost: readonly Item[] = []): boolean {
      const all = [...lost.filter(item => !held.has(idOf(item))), ...held.values()];
      const ofUsers = groupsOf(all, ({ userId }) => userId);
      return !ofUsers.map(items => write(items[0]!.userId, items)).includes(false);
    },
    /** Takes the items that other pages of the user handed over, each page's in order. They are then registered by this page. */
    take(userId: string): Item[] {
      const items = left.takeOthers(userId);
      if (items.length === 0) return [];
      items.forEach(hold);
      write(userId, heldOf(userId));
      return items;
    },
    /** Whether another page took this page's items, assuming that it had ended. */
    isTaken: (userId: string): boolean => written.has(userId) && left.areGone(userId),
    /** Removes everything that pages of the user handed over. */
    clear(userId: string) {
      heldOf(userId).forEach(item => held.delete(idOf(item)));
      left.clear(userId);
    },
    /** Calls back when another page of the browser hands over items of a user. */
    follow(listener: (userId: string) => void) {
      addEventListener('storage', ({ key, newValue }) => {
        const [of, userId] = key?.split('/') ?? [];
        if (newValue !== null && of === name && userId !== undefined) listener(userId);
      });
    },
  };
}

export type Handover<Item extends Owned> = ReturnType<typeof openHandover<Item>>;

function groupsOf<Item>(items: readonly Item[], groupOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group) group.push(item);
    else groups.set(groupOf(item), [item]);
  }
  return [...groups.values()];
}
