import { openDB, type IDBPDatabase } from 'idb';

/** The app's own database. */
export const DEVICE_DATABASE = 'daywall';
/** Raise it with an upgrade step below, and name the second database of the version before in `SECOND_DATABASES`. */
export const DEVICE_VERSION = 1;
/**
 * Where a page goes on whose first database does not answer, or was upgraded by a newer version. The name has the
 * version, so that no newer version upgrades it while this one uses it.
 */
export const SECOND_DATABASE = `daywall-second-${DEVICE_VERSION}`;
/** Those of all versions up to this one, whose content is taken over. */
export const SECOND_DATABASES = [SECOND_DATABASE];

const STORES = {
  operations: { keyPath: 'number', autoIncrement: true },
  log: { keyPath: 'number' },
  drafts: { keyPath: ['userId', 'form', 'tab'] },
  pieces: {},
  changes: {},
  history: {},
  leases: {},
} satisfies Record<string, IDBObjectStoreParameters>;

/** Opens one of the databases above. WebKit can lose a database that is created while its page is left. */
export const openDevice = (name: string, closed: () => void, lost: () => void): Promise<IDBPDatabase> =>
  openDB(name, DEVICE_VERSION, {
    upgrade(database) {
      for (const [store, parameters] of Object.entries(STORES)) {
        const created = database.createObjectStore(store, parameters);
        if (store === 'operations') created.createIndex('item', ['userId', 'itemKey']);
      }
    },
    // Another tab upgrades it, to a newer version of the app, or deletes it (null).
    blocking: (_version, next) => (next === null ? lost() : closed()),
    // The browser closed it, e.g. because the site's data is being cleared.
    terminated: lost,
  });
