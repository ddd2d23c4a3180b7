export type StorageFault = {
  /** A database's name; `*` for all. */
  database: string;
  at: 'open' | 'read' | 'write' | 'delete';
  how: 'never' | 'full';
};

/**
 * Breaks a database for the page; returns a function that repairs it. It also runs inside a page, so it uses nothing
 * from outside. `never`: requests and transactions are not answered; `full`: requests fail as on a full disk.
 */
export function breakStorage({ database, at, how }: StorageFault): () => void {
  let isBroken = true;
  const isMeant = (name: string) => database === '*' || name === database;
  const mute = (target: EventTarget, ...types: string[]) => {
    for (const type of types) target.addEventListener(type, event => event.stopImmediatePropagation());
  };
  const full = () => new DOMException('The disk is full', 'QuotaExceededError');
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (this: IDBFactory, name, ...version) {
    if (!isBroken || at !== 'open' || !isMeant(name)) return open.call(this, name, ...version);
    if (how === 'full') throw full();
    const request = open.call(this, 'never');
    mute(request, 'success', 'error', 'upgradeneeded', 'blocked');
    return request;
  };
  const writing = ['add', 'put'] as const;
  const methods = {
    open: [],
    read: ['get', 'getAll', 'getAllKeys', 'count', 'openCursor'],
    write: [...writing],
    delete: ['delete', 'clear'],
  }[at];
  /** A transaction with a muted request does not end either. */
  const muted = new WeakSet<EventTarget>();
  const muteIfMeant = (event: Event) => {
    if (event.target && muted.has(event.target)) event.stopImmediatePropagation();
  };
  for (const { prototype } of [IDBObjectStore, IDBIndex] as { prototype: object }[]) {
    const target = prototype as Record<string, (...given: unknown[]) => IDBRequest>;
    const { count } = target;
    for (const method of methods) {
      const work = target[method];
      if (!work || !count) continue;
      target[method] = function (this: IDBObjectStore | IDBIndex, ...given) {
        const store = 'objectStore' in this ? this.objectStore : this;
        const isHit = isBroken && isMeant(store.transaction.db.name);
        if (isHit && how === 'full') throw full();
        // The write is not executed, because nobody may see a write that never ends.
        const request = isHit ? count.call(this) : work.apply(this, given);
        if (isHit) {
          muted.add(request);
          // In the capture phase, so that listeners of the transaction do not receive it either.
          for (const type of ['success', 'error'])
            store.transaction.db.addEventListener(type, muteIfMeant, true);
          if (!muted.has(store.transaction)) mute(store.transaction, 'complete', 'abort', 'error');
          muted.add(store.transaction);
        }
        return request;
      };
    }
  }
  return () => {
    isBroken = false;
  };
}
