import type { Json } from '../../../src/services/database';
import { signIn } from '../../support/clients/identity';
import type { Occurrences, Repeat } from '../../../src/repeats/repeat';
import { splitBoxes } from './boxes';
import type { World } from '../world/faults';
import type { Kind } from './history';
import { OTHER_VERSION, type Found } from './judge';
import { kinds } from '../people/kinds';
import { wallOf, type Hung } from './looks';
import { itemOf } from '../people/screen';

/** A record of the server with its key. */
export type Stored = Found & { key: string };
type Records = Record<string, Record<string, string>>;
type Lists = { tasks?: Records; notes?: Records };
type Tree = Lists & {
  ext?: {
    done?: Record<string, string>;
    times?: Record<string, { time: string }>;
    repeats?: Record<string, Repeat>;
    occurrences?: Record<string, Occurrences>;
    looks?: Record<string, Json>;
    trash?: Record<keyof Lists, Record<string, { record: Records[string] }>>;
  };
};

/** The server's data of a task that repeats, or once did. */
export type StoredRepeat = {
  item: string;
  isListed: boolean;
  /** Whether it is the other version of a conflict, which the trash keeps. */
  isOther: boolean;
  due: string;
  isDone: boolean;
  repeat: Repeat | null;
  occurrences: Occurrences;
};

export type ServerState = Record<'found' | 'trashed', Stored[]> & {
  /** The looks of notes by key, and the wall in its order. */
  looks: Record<string, Json>;
  wall: Hung[];
  repeats: StoredRepeat[];
};

/** All data of the user on the server, read like another client: lists and trash. */
export async function readServer({ server, devices }: World): Promise<ServerState> {
  const { email, password, uid } = devices[0]!.company.account;
  const { idToken } = await signIn(server.url, email, password);
  const answer = await fetch(`${server.url}/${uid}.json?auth=${idToken}`);
  const { ext, ...lists } = ((await answer.json()) ?? {}) as Tree;
  const recordsIn = (list: keyof Lists): Records =>
    Object.fromEntries(Object.entries(ext?.trash?.[list] ?? {}).map(([key, { record }]) => [key, record]));
  const trash = { tasks: recordsIn('tasks'), notes: recordsIn('notes') };
  const doneKeys = new Set(Object.keys(ext?.done ?? {}));
  const isRepeating = ({ item }: Stored) => item.startsWith('R');
  const without = (all: Stored[]) => all.filter(record => !isRepeating(record));
  const [all, looks] = [storedOf(lists, doneKeys, ext?.times), ext?.looks ?? {}];
  const inTrash = storedOf(trash, doneKeys, ext?.times);
  const found = without(all);
  const repeats = [...all, ...inTrash].filter(isRepeating).map(({ item, key, fields }): StoredRepeat => ({
    ...{ item, isListed: lists.tasks?.[key] !== undefined, isOther: OTHER_VERSION.test(key) },
    ...{ due: fields['taskDueDay']!, isDone: doneKeys.has(key) },
    ...{ repeat: ext?.repeats?.[key] ?? null, occurrences: ext?.occurrences?.[key] ?? {} },
  }));
  const notes = found.filter(({ key }) => lists.notes?.[key]);
  return { found, trashed: without(inTrash), looks, wall: wallOf(notes, looks), repeats };
}

function storedOf(
  lists: Lists,
  doneKeys: Set<string>,
  times: Record<string, { time: string }> = {},
): Stored[] {
  const of = (kind: Kind, records: Records = {}) =>
    Object.entries(records).map(([key, record]) => {
      const all: Record<string, string> = {
        ...record,
        taskDueDay: record['taskDueDate']?.slice(0, 10) ?? '',
        taskTime: times[key]?.time ?? '',
      };
      const fields = Object.fromEntries(
        Object.keys(kinds[kind].fields).map(field => [field, all[field] ?? '']),
      );
      const item = itemOf(fields[kinds[kind].title]!);
      return { item, fields: splitBoxes(fields), key, isDone: kind === 'task' && doneKeys.has(key) };
    });
  return [...of('task', lists.tasks), ...of('note', lists.notes)];
}
