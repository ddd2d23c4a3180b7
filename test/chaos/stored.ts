import type { Json } from '../../src/services/database';
import { signIn } from '../support/identity';
import { splitBoxes } from './boxes';
import type { World } from './faults';
import type { Kind } from './history';
import type { Found } from './judge';
import { kinds } from './kinds';
import { wallOf, type Hung } from './looks';
import { itemOf } from './screen';

/** A record of the server's, by its key. */
export type Stored = Found & { key: string };
type Records = Record<string, Record<string, string>>;
type Lists = { tasks?: Records; notes?: Records };
type Tree = Lists & {
  ext?: {
    done?: Record<string, string>;
    looks?: Record<string, Json>;
    trash?: Record<keyof Lists, Record<string, { record: Records[string]; beside?: { done?: string } }>>;
  };
};

export type ServerState = Record<'found' | 'trashed', Stored[]> & {
  /** How notes look, by key, and the wall in its order. */
  looks: Record<string, Json>;
  wall: Hung[];
};

/** Everything that the server has of the user, read as another client would: what is listed, and what is in the trash. */
export async function readServer({ server, devices }: World): Promise<ServerState> {
  const { email, password, uid } = devices[0]!.company.account;
  const { idToken } = await signIn(server.url, email, password);
  const answer = await fetch(`${server.url}/${uid}.json?auth=${idToken}`);
  const { ext, ...lists } = ((await answer.json()) ?? {}) as Tree;
  const recordsIn = (list: keyof Lists): Records =>
    Object.fromEntries(Object.entries(ext?.trash?.[list] ?? {}).map(([key, { record }]) => [key, record]));
  const trash = { tasks: recordsIn('tasks'), notes: recordsIn('notes') };
  const doneInTrash = Object.entries(ext?.trash?.tasks ?? {}).filter(([, copy]) => copy.beside?.done);
  const doneKeys = new Set([...Object.keys(ext?.done ?? {}), ...doneInTrash.map(([key]) => key)]);
  const [found, looks] = [storedOf(lists, doneKeys), ext?.looks ?? {}];
  const notes = found.filter(({ key }) => lists.notes?.[key]);
  return { found, trashed: storedOf(trash, doneKeys), looks, wall: wallOf(notes, looks) };
}

function storedOf(lists: Lists, doneKeys: Set<string>): Stored[] {
  const of = (kind: Kind, records: Records = {}) =>
    Object.entries(records).map(([key, record]) => {
      const all: Record<string, string> = {
        ...record,
        taskDueDay: record['taskDueDate']?.slice(0, 10) ?? '',
      };
      const fields = Object.fromEntries(
        Object.keys(kinds[kind].fields).map(field => [field, all[field] ?? '']),
      );
      const item = itemOf(fields[kinds[kind].title]!);
      return { item, fields: splitBoxes(fields), key, isDone: kind === 'task' && doneKeys.has(key) };
    });
  return [...of('task', lists.tasks), ...of('note', lists.notes)];
}
