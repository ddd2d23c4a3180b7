import { withBoxes } from './boxes';

export type Kind = 'task' | 'note';
export type Fields = Record<string, string>;
const ACTS = [
  'add',
  'import',
  'edit',
  'undoEdit',
  'delete',
  'undoDelete',
  'restore',
  'tick',
  'untick',
  'undoTick',
  'colour',
  'undoColour',
  'pin',
  'undoPin',
  'place',
  'undoPlace',
  'box',
  'retag',
  'undoRetag',
  'step',
  'stepBack',
  'skip',
  'move',
  'rule',
  'end',
  'undoBox',
  'keepMine',
  'takeTheirs',
  'keepAsNew',
  'discard',
] as const;
export type Act = (typeof ACTS)[number];

/** An act of a user on an item, with the values that the user saw. */
export interface Entry {
  number: number;
  /** The tag at the beginning of the item's name, e.g. `T17`; of a repeating task `R17`. */
  item: string;
  kind: Kind;
  act: Act;
  /** The tab in which it was done. */
  by: string;
  /** The entered values. Each is unique in a run, unless its change is undone. */
  fields: Fields;
  /** The values before the act. */
  base: Fields;
  /** Values that the user saw and rejected. */
  givenUp: Fields;
  /** The task's state after a tick or its removal. */
  isDone?: boolean;
  /** True once the screen showed it. Otherwise, because its tab died, it may or may not have happened. */
  isAccepted: boolean;
  /** The number of the last entry when it was accepted. */
  acceptedAt?: number;
  /** The real milliseconds between which it was begun and accepted. */
  from: number;
  to: number;
}

export interface History {
  readonly entries: Entry[];
  begin(
    entry: Pick<Entry, 'item' | 'kind' | 'act' | 'by'> &
      Partial<Pick<Entry, 'fields' | 'base' | 'givenUp' | 'isDone'>>,
  ): Entry;
  accept(entry: Entry): Entry;
  /** Takes back that entries of a device were accepted. */
  doubt(device: string, isDoubtful: (entry: Entry) => boolean): void;
  /** It certainly did not happen, because its target was gone. */
  forget(entry: Entry): void;
  /** A new item's tag. */
  tag(kind: Kind | 'repeat'): string;
  /** A value that is entered for the first time. */
  unique(): number;
  /** A line for the log of a failed run. */
  note(line: string): void;
  lines(): string[];
  /** Resolves once so many operations were accepted, or the run is over. */
  reached(accepted: number): Promise<void>;
  accepted(): number;
  end(): void;
  isOver(): boolean;
}

const now = () => performance.timeOrigin + performance.now();

export function createHistory(): History {
  const entries: Entry[] = [];
  const lines: string[] = [];
  const began = performance.now();
  const waiting = new Set<{ accepted: number; done: () => void }>();
  let accepted = 0;
  let over = false;
  let numbers = 0;
  let values = 0;
  let tags = 0;
  const note = (line: string) =>
    void lines.push(`${((performance.now() - began) / 1000).toFixed(2).padStart(8)} ${line}`);
  const wake = () => {
    for (const waiter of waiting) {
      if (!over && accepted < waiter.accepted) continue;
      waiting.delete(waiter);
      waiter.done();
    }
  };
  return {
    entries,
    begin({ givenUp = {}, ...rest }) {
      const { fields, base } = withBoxes(rest.fields ?? {}, rest.base ?? {});
      const entry = {
        ...rest,
        fields,
        base,
        givenUp,
        number: ++numbers,
        isAccepted: false,
        from: now(),
        to: Infinity,
      };
      entries.push(entry);
      const details = [fields, base, givenUp].map(fields => JSON.stringify(fields));
      note(
        `${entry.item} #${entry.number} ${entry.by} ${entry.act} ${details[0]} over ${details[1]} against ${details[2]}${entry.isDone === undefined ? '' : entry.isDone ? ' done' : ' not done'}`,
      );
      return entry;
    },
    accept(entry) {
      entry.isAccepted = true;
      entry.acceptedAt = ++numbers;
      entry.to = now();
      accepted++;
      note(`${entry.item} #${entry.number} accepted ${JSON.stringify(entry.fields)}`);
      wake();
      return entry;
    },
    doubt(device, isDoubtful) {
      for (const entry of entries) {
        if (!entry.isAccepted || !entry.by.startsWith(device) || !isDoubtful(entry)) continue;
        entry.isAccepted = false;
        note(`${entry.item} #${entry.number} was only in the memory of a killed browser`);
      }
    },
    forget(entry) {
      entries.splice(entries.indexOf(entry), 1);
      note(`${entry.item} #${entry.number} did not happen`);
    },
    tag: kind => `${{ task: 'T', note: 'N', repeat: 'R' }[kind]}${++tags}`,
    unique: () => ++values,
    note,
    lines: () => lines,
    reached: count =>
      new Promise(done => {
        waiting.add({ accepted: count, done });
        wake();
      }),
    accepted: () => accepted,
    end() {
      over = true;
      wake();
    },
    isOver: () => over,
  };
}

/** How many operations of each act were accepted, in words. */
export const countActs = ({ entries }: History) =>
  ACTS.map(act => [act, entries.filter(entry => entry.act === act && entry.isAccepted).length] as const)
    .filter(([, count]) => count > 0)
    .map(([act, count]) => `${count} ${act}`)
    .join(', ');
