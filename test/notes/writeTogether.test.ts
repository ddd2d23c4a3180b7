import '../support/noComplaints';
import { runSaga } from 'redux-saga';
import fc from 'fast-check';
import { mergeFields } from '../../src/lib/mergeFields';
import { noteKinds } from '../../src/notes/noteKinds';
import type { NoteFields } from '../../src/notes/note';
import type { Json, LiveEvent, Records } from '../../src/services/database';
import { ServiceFailure } from '../../src/services/failure';
import type { SendServices } from '../../src/sync/kinds';
import type { Outcome } from '../../src/sync/operations';
import { createRandom } from '../chaos/random';
import { noteEdit, noteFields } from '../support/operations';

/** What happens to a call: it and its answer arrive, it never arrives, or its answer never does. */
type Fate = 'arrives' | 'refused' | 'lost';
type EditedNote = { base: NoteFields; fields: NoteFields };
/** What people do: a device changes a title, a description, or both, of what it sees. */
type Edit = { device: number; changes: (keyof NoteFields)[] };

const NOTE = 'n1';
const first = noteFields('Milk', 'Two');
const lost = () => new ServiceFailure('network', 'network', 'No answer');

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
/** All that can go on by itself has gone on. */
async function settled() {
  for (let tick = 0; tick < 60; tick++) await Promise.resolve();
}

/** A note on a server whose calls and answers arrive in the order that is drawn. */
function world(draw: (below: number) => number) {
  let record: NoteFields = first;
  const versions = [record];
  const log: string[] = [];
  const intents: Records = {};
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>(resolve => waiting.push(resolve));
  const followers = new Set<(event: LiveEvent) => void>();
  const isDeaf = draw(2) === 0;
  const fateOf = (): Fate => (['refused', 'lost'] as const)[draw(12)] ?? 'arrives';

  const over =
    <Given extends unknown[], Answer>(work: (...given: Given) => Answer) =>
    async (...given: Given) => {
      const fate = fateOf();
      await turn();
      if (fate === 'refused') throw lost();
      const answer = structuredClone(work(...given));
      await turn();
      if (fate === 'lost') throw lost();
      return answer;
    };
  const database = {
    readRecord: over(() => ({ record: record as Json, etag: JSON.stringify(record) })),
    readWriteIntents: over(() => intents),
    readTrash: over(() => null),
    serverTime: () => Promise.resolve(Date.now()),
    saveNote: over((_user: string, _key: string, fields: NoteFields) => {
      record = fields;
      versions.push(fields);
      log.push(`PATCH ${JSON.stringify(fields)}`);
      for (const tell of followers)
        tell({ type: 'changed', records: { [NOTE]: fields } } as unknown as LiveEvent);
    }),
    update: over((_user: string, changes: Records) => {
      log.push(`intents ${JSON.stringify(changes)}`);
      for (const [path, value] of Object.entries(changes))
        if (value === null) delete intents[path.split('/').at(-1)!];
        else intents[path.split('/').at(-1)!] = value!;
    }),
    follow: (_user: string, _list: string, listener: (event: LiveEvent) => void) => {
      if (isDeaf) return () => undefined;
      const tell = (event: LiveEvent) => listener(structuredClone(event));
      tell({ type: 'list', records: { [NOTE]: record } } as unknown as LiveEvent);
      followers.add(tell);
      return () => followers.delete(tell);
    },
  };
  const services = { database, clock: Date, random: Math.random } as unknown as SendServices;
  /** What one device sees: each version in order, some later than others. */
  const seenBy = () => {
    let at = 0;
    return () => versions[(at += draw(versions.length - at))]!;
  };
  return { services, record: () => record, seenBy, waiting, turn, draw, log };
}

/** What a person wrote over what they saw, and what they decided against. */
type Entry = { base: Partial<NoteFields>; fields: Partial<NoteFields>; givenUp?: NoteFields };
type Blocked = Extract<Outcome, { type: 'blocked' }>;

const fieldNames = ['noteTitle', 'noteDescription'] as const;
const changedIn = (base: NoteFields, fields: NoteFields) =>
  fieldNames.filter(field => fields[field] !== base[field]);
const partOf = (fields: NoteFields, names: readonly (keyof NoteFields)[]) =>
  Object.fromEntries(names.map(name => [name, fields[name]]));

/**
 * One after the other, as the queue sends what a device changed. The person undoes some, and decides some that are
 * blocked. Answers what is left blocked.
 */
async function device(
  { services, seenBy, turn, draw, log }: ReturnType<typeof world>,
  changes: Edit['changes'][],
  name: string,
  entries: Entry[],
): Promise<(Blocked & { payload: EditedNote }) | null> {
  const see = seenBy();
  const edit = (base: NoteFields, fields: NoteFields) => {
    const names = changedIn(base, fields);
    entries.push({ base: partOf(base, names), fields: partOf(fields, names) });
  };
  /** Sends it until the server has answered; decides it when it is blocked, or leaves it. */
  async function send(id: string, payload: EditedNote): Promise<(Blocked & { payload: EditedNote }) | null> {
    let isAttempted = false;
    for (;;) {
      let outcome: Outcome;
      try {
        const operation = { ...noteEdit(id, NOTE, payload.fields, payload.base), isAttempted };
        outcome = await runSaga(
          { onError: () => undefined },
          noteKinds['note/edit'].send,
          services,
          operation,
        ).toPromise();
      } catch (failure) {
        if (!(failure instanceof ServiceFailure)) throw failure;
        isAttempted = true;
        continue;
      }
      if (outcome.type !== 'blocked') return null;
      const { conflict } = outcome;
      if (conflict?.type !== 'versions') throw new Error(`Blocked as ${conflict?.type}`);
      const left = outcome.payload as EditedNote;
      const choice = (['mine', 'theirs', 'none'] as const)[draw(3)]!;
      if (choice === 'none') return { ...outcome, payload: left };
      await turn();
      const theirs = conflict.theirs as NoteFields;
      log.push(`${name} takes ${choice} of ${JSON.stringify([left, theirs])}`);
      const mine = mergeFields(left.base, left.fields, see()).merged;
      entries.push({ base: {}, fields: {}, givenUp: choice === 'mine' ? theirs : mine });
      if (choice === 'mine') payload = { base: theirs, fields: mine };
      else if (conflict.isOverwritten) payload = { base: mine, fields: theirs };
      else return null;
      isAttempted = false; // as a retry with a new payload has it (queue.ts)
    }
  }
  for (const [at, fieldsChanged] of changes.entries()) {
    await turn();
    const base = { ...see() };
    const fields = { ...base };
    for (const field of fieldsChanged) fields[field] = `${name}${at} ${field}`;
    edit(base, fields);
    const left = await send(`${name}${at}`, { base, fields });
    if (left) return left;
    if (draw(3) > 0) continue;
    edit(fields, base);
    const undone = await send(`${name}${at}-undone`, { base: fields, fields: base });
    if (undone) return undone;
  }
  return null;
}

/**
 * Lets all devices change the note, and tells which of their words nobody has, and nobody has seen to go: with what was
 * written, in order.
 */
async function unseen(edits: Edit[], seed: number): Promise<string[]> {
  const random = createRandom(seed);
  const there = world(below => random.below(below));
  const entries: Entry[] = [];
  const names = ['a', 'b', 'c'];
  let running = names.length;
  const devices = names.map((name, number) =>
    device(
      there,
      edits.filter(edit => edit.device === number).map(({ changes }) => changes),
      name,
      entries,
    ).finally(() => running--),
  );
  for (let step = 0; running > 0; step++) {
    if (step > 5000) throw new Error('It does not end');
    await settled();
    const [next] = there.waiting.splice(random.below(there.waiting.length || 1), 1);
    if (next) next();
    else await jest.advanceTimersByTimeAsync(500);
  }
  const blocked = (await Promise.all(devices)).filter(one => one !== null);
  const shown = [
    there.record(),
    ...blocked.flatMap(({ conflict, payload }) => [
      conflict?.type === 'versions' ? (conflict.theirs as NoteFields) : null,
      payload.fields,
    ]),
  ];
  const lost: string[] = [];
  for (const field of fieldNames)
    for (const value of new Set(entries.flatMap(({ fields }) => fields[field] ?? []))) {
      const entered = entries.filter(({ fields }) => fields[field] === value).length;
      const gaveWay = entries.filter(
        ({ base, fields, givenUp }) =>
          givenUp?.[field] === value || (base[field] === value && fields[field] !== value),
      ).length;
      // Set back to what it was, a lost answer cannot tell it from what it wrote over (README.md, 'What is promised').
      const isSetBack = entered > 1 || value === first[field];
      if (!isSetBack && shown.every(fields => fields?.[field] !== value) && entered > gaveWay)
        lost.push(value);
    }
  return lost.length > 0 ? [...lost, ...there.log] : [];
}

test('Of edits that several devices make of one note no words are overwritten that nobody has seen', async () => {
  const edit = fc.record({
    device: fc.nat(2),
    changes: fc.subarray<keyof NoteFields>(['noteTitle', 'noteDescription'], { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 6 }), fc.nat(), async (edits, seed) => {
      expect(await unseen(edits, seed)).toEqual([]);
    }),
    { numRuns: 200 },
  );
}, 60_000);
