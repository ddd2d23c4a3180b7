import { openDB, type IDBPDatabase } from 'idb';

/** The app's own database. */
export const DEVICE_DATABASE = 'daywall';
/** When raising it, add an upgrade step below, and add the second database of the previous version to `SECOND_DATABASES`. */
export const DEVICE_VERSION = 1;
/**
 * The database for pages whose first one does not answer, or was upgraded by a newer version. Its name has the
 * version, so that a newer version does not upgrade it while this one uses it.
 */
export const SECOND_DATABASE = `daywall-second-${DEVICE_VERSION}`;
/** The second databases of all versions so far, whose content is moved to the first. */
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
    // Another tab upgrades it to a newer version of the app, or deletes it (null).
    blocking: (_version, next) => (next === null ? lost() : closed()),
    // The browser closed it, e.g. because the user clears the site's data.
    terminated: lost,
  });
