import type { IDBPDatabase } from 'idb';
import { openDevice } from './deviceSchema';
import { within } from './within';

/** A connection to a database, opened again when it was closed. `onLoss` is told when what it held is gone. */
export function connectionTo(name: string, onLoss: () => void = () => undefined) {
  let opening: Promise<IDBPDatabase> | undefined;
  let opened: IDBPDatabase | undefined;
  let losses = 0;
  const close = () => {
    void opening?.then(database => database.close()).catch(() => undefined);
    opening = opened = undefined;
  };
  const lose = () => {
    losses += 1;
    close();
    onLoss();
  };
  return {
    /** The database if it is open, else a promise of it. */
    open(): IDBPDatabase | Promise<IDBPDatabase> {
      if (opened) return opened;
      const mine = (opening ??= openDevice(name, close, lose));
      return mine.then(
        database => {
          if (opening === mine) opened = database;
          return database;
        },
        failure => {
          if (opening === mine) opening = undefined; // the next one tries again
          throw failure;
        },
      );
    },
    home: () => `${name}/${losses}`,
  };
}

export type Connection = ReturnType<typeof connectionTo>;

/** Whether the database takes a write within that time. */
export const answersWithin = (milliseconds: number, connection: Connection): Promise<boolean> => {
  const probe = async () => {
    const { store, done } = (await connection.open()).transaction('leases', 'readwrite');
    await Promise.all([store.put(0, 'probe'), store.delete('probe'), done]);
  };
  return within(milliseconds, probe()).then(
    () => true,
    () => false,
  );
};
