import fc from 'fast-check';
import { createStore } from '../../src/app/store';
import type { Json, Records } from '../../src/services/database';
import { operationDiscarded, operationKept, type Operation } from '../../src/sync/operations';
import { selectNotes } from '../../src/notes/notesSelectors';
import { noteRecordsArrived } from '../../src/notes/noteKinds';
import { noteListArrived } from '../../src/notes/notesSlice';
import { noteList } from '../../src/notes/notesState';
import { daysOf } from '../../src/tasks/taskDays';
import { taskListArrived, taskRecordsArrived, tasksLoaded, tasksRequested } from '../../src/tasks/tasksSlice';
import { taskList } from '../../src/tasks/tasksState';
import { partsOf } from '../support/app/calendarParts';
import {
  noteEdit,
  noteFields,
  taskConfirmed,
  taskEdit,
  taskFields,
  taskRecord,
} from '../support/app/operations';

const NAMES = ['a', 'B', 'ä', ''];
const DAYS = ['2026-03-09', '2026-03-10', '2026-04-01'];

/** Events of a list: the server sends records or the whole list, or this device makes a change. */
type Step =
  | { type: 'records' | 'list'; records: [number, string | null][] }
  | { type: 'edit'; at: number; name: string }
  | { type: 'confirm' | 'discard'; nth: number };
const at = fc.nat(30);
const name = fc.constantFrom(...NAMES);
const drawn = fc.array(fc.tuple(at, fc.option(name)), { maxLength: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('records' as const), records: drawn }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('list' as const), records: drawn }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('edit' as const), at, name }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('confirm' as const, 'discard' as const), nth: fc.nat() }),
  },
);
const steps = fc.array(step, { maxLength: 40 });

const recordOf = (id: number, taskName: string) =>
  taskRecord(id, { taskName, taskDueDate: `${DAYS[id % 3]}T00:00:00.000Z` });
const fieldsOf = (id: number, taskName: string) => taskFields({ taskName, taskDueDay: DAYS[id % 3]! });
const keyed = (records: [number, string | null][], make: (id: number, name: string) => Json): Records =>
  Object.fromEntries(records.map(([id, word]) => [`k${id}`, word === null ? null : make(id, word)]));
const without = (records: Records): Records =>
  Object.fromEntries(Object.entries(records).filter(([, record]) => record !== null));

test('Tasks: whatever arrives, the list shows the server’s records with pending edits', () => {
  fc.assert(
    fc.property(steps, all => {
      const { store } = createStore();
      const server = new Map<string, string>();
      let pending: ReturnType<typeof taskEdit>[] = [];
      let made = 0;
      for (const step of all) {
        if (step.type === 'records' || step.type === 'list') {
          const records = keyed(step.records, recordOf);
          if (step.type === 'list') server.clear();
          for (const [key, record] of Object.entries(records))
            if (record === null) server.delete(key);
            else server.set(key, (record as { taskName: string }).taskName);
          store.dispatch(
            step.type === 'list' ? taskListArrived(without(records)) : taskRecordsArrived(records),
          );
        }
        if (step.type === 'edit') {
          const task = taskList.item(store.getState().tasks, step.at);
          if (!task) continue;
          const base = fieldsOf(step.at, task.taskName);
          const operation = taskEdit(`e${made++}`, step.at, fieldsOf(step.at, step.name), { base });
          pending.push(operation);
          store.dispatch(operationKept(operation));
        }
        if ((step.type === 'confirm' || step.type === 'discard') && pending.length > 0) {
          const operation = pending[step.nth % pending.length]!;
          const { taskId, fields } = operation.payload;
          const isFirst = pending.find(other => other.payload.taskId === taskId) === operation;
          if (step.type === 'confirm' && !isFirst) continue;
          pending = pending.filter(other => other !== operation);
          if (step.type === 'confirm') server.set(`k${taskId}`, fields.taskName);
          store.dispatch(
            step.type === 'confirm' ? taskConfirmed(operation, fields) : operationDiscarded(operation),
          );
        }
      }
      const { tasks } = store.getState();
      const merged = new Map<string, string>(server);
      for (const { payload } of pending) {
        const { taskId, base, fields } = payload;
        const key = `k${taskId}`;
        if (!merged.has(key) || base.taskName !== fields.taskName) merged.set(key, fields.taskName);
      }
      const items = [...taskList.allItems(tasks)];
      expect(new Map(items.map(task => [task.fireId, task.taskName]))).toEqual(merged);
      expect(items).toHaveLength(merged.size);
      expect(tasks.pendingCount).toBe(pending.length);
      expect(taskList.allPending(tasks).flatMap(({ operations }) => operations)).toHaveLength(pending.length);
      for (const { taskId, fireId } of items) expect(taskList.idOfKey(tasks, fireId!)).toBe(taskId);
      for (const [key, taskName] of server) {
        const id = taskList.idOfKey(tasks, key)!;
        expect(taskList.serverItem(tasks, id)).toMatchObject({ fireId: key, taskName });
      }
      expect(tasks.days).toEqual(daysOf(items));
      expect(partsOf(tasks.days.open).flat()).toHaveLength(items.length);
    }),
    { numRuns: 150 },
  );
});

const listed = (...words: string[]) => keyed([...words.entries()], recordOf);

test.each(['before it began', 'while an earlier one was under way'])(
  'A read is believed although the live list arrived %s',
  when => {
    const { store } = createStore();
    const { dispatch } = store;
    const names = () => Array.from(taskList.allItems(store.getState().tasks), ({ taskName }) => taskName);
    if (when !== 'before it began') dispatch(tasksRequested());
    dispatch(taskListArrived(listed('a', 'B')));
    if (when !== 'before it began') dispatch(tasksLoaded(listed('a')));
    expect(names()).toEqual(['a', 'B']);
    dispatch(tasksRequested());
    dispatch(tasksLoaded(listed('c')));
    expect(names()).toEqual(['c']);
  },
);

test('Notes: the same, newest first', () => {
  fc.assert(
    fc.property(steps, all => {
      const { store } = createStore();
      store.dispatch(noteListArrived({}));
      const server = new Map<string, string>();
      let pending: ReturnType<typeof noteEdit>[] = [];
      let made = 0;
      for (const step of all) {
        if (step.type === 'records' || step.type === 'list') {
          const records = keyed(step.records, (_id, word) => noteFields(word));
          if (step.type === 'list') server.clear();
          for (const [key, record] of Object.entries(records))
            if (record === null) server.delete(key);
            else server.set(key, (record as { noteTitle: string }).noteTitle);
          store.dispatch(
            step.type === 'list' ? noteListArrived(without(records)) : noteRecordsArrived(records),
          );
        }
        if (step.type === 'edit') {
          const note = noteList.item(store.getState().notes, `k${step.at}`);
          if (!note) continue;
          const operation = noteEdit(
            `e${made++}`,
            `k${step.at}`,
            noteFields(step.name),
            noteFields(note.noteTitle),
          );
          pending.push(operation);
          store.dispatch(operationKept(operation));
        }
        if (step.type === 'discard' && pending.length > 0) {
          const operation: Operation = pending[step.nth % pending.length]!;
          pending = pending.filter(other => other !== operation);
          store.dispatch(operationDiscarded(operation));
        }
      }
      const merged = new Map(server);
      for (const { payload } of pending)
        if (!merged.has(payload.fireId) || payload.base.noteTitle !== payload.fields.noteTitle)
          merged.set(payload.fireId, payload.fields.noteTitle);
      const notes = selectNotes(store.getState());
      const keys = [...merged.keys()].sort().reverse();
      expect(notes.map(({ notesFireId }) => notesFireId)).toEqual(keys);
      expect(notes.map(({ noteTitle }) => noteTitle)).toEqual(keys.map(key => merged.get(key)));
      expect(store.getState().notes.pendingCount).toBe(pending.length);
    }),
    { numRuns: 150 },
  );
});
