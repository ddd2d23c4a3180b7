import type { IDBPDatabase } from 'idb';
import { openDevice } from './deviceSchema';
import { within } from './within';

/** A connection to a database, reopened after it was closed. `onLoss` is called when the database's content is lost. */
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
    /** The open database, else a promise of it. */
    open(): IDBPDatabase | Promise<IDBPDatabase> {
      if (opened) return opened;
      const mine = (opening ??= openDevice(name, close, lose));
      return mine.then(
        database => {
          if (opening === mine) opened = database;
          return database;
        },
        failure => {
          if (opening === mine) opening = undefined; // so that the next use tries again
          throw failure;
        },
      );
    },
    home: () => `${name}/${losses}`,
  };
}

export type Connection = ReturnType<typeof connectionTo>;

/** Whether the database answers a write within that time. */
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
