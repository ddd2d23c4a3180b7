import { attempt } from '../attempt';

/** The methods of localStorage that a handover needs; it is written synchronously. */
export type SyncStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

type Owned = { userId: string };
type Options<Item> = {
  storageOf: () => SyncStorage;
  /** Name of the handed over items; their keys begin with it. */
  name: string;
  /** Tells this page from all others. */
  pageId: string;
  idOf: (item: Item) => string;
  /** Items of one group are handed over all or none; each is a group of its own when not given. */
  groupOf?: (item: Item) => string;
  isItem: (stored: unknown) => stored is Item;
};

/** Items that pages of a user left in localStorage, under a key a page. Nothing throws where it is switched off or full. */
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
    /** Answers whether this page's items are written. */
    write(userId: string, items: Item[]): boolean {
      const text = JSON.stringify(items);
      return orNothing(storage => (storage.setItem(ownKeyOf(userId), text), true)) ?? false;
    },
    remove: (userId: string) => void orNothing(storage => storage.removeItem(ownKeyOf(userId))),
    /** Whether this page's items are no longer there. */
    areGone: (userId: string) => orNothing(storage => storage.getItem(ownKeyOf(userId)) === null) === true,
    /** Takes what other pages left, each page's in its order. */
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
 * Items of a page on their way to the device's storage. When the page ends, or may end, they go through localStorage to
 * the next page of the same user. A page that goes on stores them itself and takes them back.
 */
export function openHandover<Item extends Owned>(options: Options<Item>) {
  const { name, idOf, groupOf = idOf } = options;
  const left = openLeftItems(options);
  const held = new Map<string, Item>();
  /** Users of whom something of this page lies in the storage. */
  const written = new Set<string>();
  const heldOf = (userId: string) => [...held.values()].filter(item => item.userId === userId);
  const remove = (userId: string) => {
    written.delete(userId);
    left.remove(userId);
  };
  /** Writes all that is held of a user, or as much as there is space for: the first groups. Answers whether it is all. */
  const write = (userId: string): boolean => {
    const groups = groupsOf(heldOf(userId), groupOf);
    for (let count = groups.length; count > 0; count = Math.floor(count / 2)) {
      if (!left.write(userId, groups.slice(0, count).flat())) continue;
      written.add(userId);
      return count === groups.length;
    }
    remove(userId);
    return groups.length === 0;
  };
  const release = (ids: readonly string[]) => {
    ids.forEach(id => held.delete(id));
    for (const userId of written) if (heldOf(userId).length === 0) remove(userId);
  };

  return {
    /** Notes an item that is not stored yet, in place of the one with its id. */
    hold: (item: Item) => void held.set(idOf(item), item),
    isHeld: (id: string) => held.has(id),
    /** Items of a user that this page holds. */
    held: heldOf,
    /** Items are stored, or nobody needs them any more. */
    release,
    /** The page ends, or may end. Synchronous. Answers whether nothing that is held can be lost now. */
    handOver: (): boolean => [...new Set([...held.values()].map(({ userId }) => userId))].every(write),
    /** Takes over what other pages of the user left, each page's in its order. This page holds it from now on. */
    take(userId: string): Item[] {
      const items = left.takeOthers(userId);
      if (items.length === 0) return [];
      items.forEach(item => held.set(idOf(item), item));
      write(userId);
      return items;
    },
    /** Whether another page took over what this one left, which was thought to have ended. */
    isTaken: (userId: string): boolean => written.has(userId) && left.areGone(userId),
    /** Removes all that pages of the user left. */
    clear(userId: string) {
      heldOf(userId).forEach(item => held.delete(idOf(item)));
      left.clear(userId);
    },
    /** Calls back when another page of the browser leaves something of a user. */
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
