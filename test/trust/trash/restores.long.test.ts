/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import { noteDeleteRequested } from '../../../src/notes/noteKinds';
import { taskDeleteRequested } from '../../../src/tasks/taskActions';
import { selectTask } from '../../../src/tasks/tasksSelectors';
import { selectNote } from '../../../src/notes/notesSelectors';
import { deviceOn, openDevice, type Page } from '../../support/devices/devices';
import { changesOf } from '../../support/devices/acts';
import { deleteElsewhere, forgetElsewhere, restoreElsewhere } from '../../support/devices/elsewhere';
import { fakeDatabase, type FakeDatabase } from '../../support/devices/fakeDatabase';
import { noteFields, taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();

const LISTS = ['tasks', 'notes'] as const;
type List = (typeof LISTS)[number];
const keyIn = { tasks: 'k1', notes: 'n1' };
const records = { tasks: taskRecord(1), notes: noteFields() };

async function opened() {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } });
  const a = deviceOn(database);
  const b = deviceOn(database);
  const pageOfA = await a.open();
  const pageOfB = await b.open({ wait: 50 });
  /** The places of the record. */
  const places = (list: List) => [
    ...(keyIn[list] in database.lists[list] ? ['listed'] : []),
    ...(keyIn[list] in database.lists[`trash/${list}`] ? ['trash'] : []),
  ];
  const unsent = (...pages: Page[]) => pages.map(page => page.unsent());
  return { database, a, b, pageOfA, pageOfB, places, unsent };
}

describe.each(LISTS)('Restoring (%s)', list => {
  test.each(['apply', 'read'] as const)(
    'succeeds though the server’s time seems earlier, and an answer to %s is lost',
    async method => {
      const { database, a, pageOfA, places, unsent } = await opened();
      await pageOfA.send(changesOf[list].delete(), 50);
      database.setServerAhead(-67);
      a.loseAnswer(method);
      await pageOfA.send(changesOf[list].restore());
      expect([places(list), unsent(pageOfA)]).toEqual([['listed'], [0]]);
    },
  );

  test('leaves a later delete alone whose time seems earlier than that of the restore', async () => {
    const { database, a, pageOfA, places } = await opened();
    await pageOfA.send(changesOf[list].delete(), 50);
    a.loseAnswer('apply');
    await pageOfA.send(changesOf[list].restore(), 50);
    expect(places(list)).toEqual(['listed']);
    await deleteElsewhere(database, list, keyIn[list], '2026-03-10T11:59:59.000Z');
    await advance(MINUTES_10);
    expect(places(list)).toEqual(['trash']);
  });

  describe('and an edit of what another device deleted', () => {
    const title = list === 'tasks' ? 'taskName' : 'noteTitle';
    /** Edits the record offline on this device, while another one deletes it. */
    async function waitingEdit() {
      const devices = await opened();
      const { a, database, pageOfA } = devices;
      a.goOffline();
      await pageOfA.send(changesOf[list].edit('Mine'), 50);
      await deleteElsewhere(database, list, keyIn[list]);
      return devices;
    }
    const listedTitles = (database: FakeDatabase) =>
      Object.values(database.lists[list]).map(record => (record as Record<string, string>)[title]);

    test('the edit brings it back by itself, and a restore behind it changes nothing', async () => {
      const { a, database, pageOfA, places, unsent } = await waitingEdit();
      await a.reconnect();
      const notice = { [keyIn[list]]: { at: expect.any(String) as string, isBack: true } };
      expect([listedTitles(database), places(list)]).toEqual([['Mine'], ['listed']]);
      expect(database.lists[`others/${list}`]).toEqual(notice);
      await pageOfA.send(changesOf[list].restore());
      expect([listedTitles(database), places(list), unsent(pageOfA)]).toEqual([['Mine'], ['listed'], [0]]);
    });

    test.each(['apply', 'read', 'readRecord'] as const)(
      'it comes back once when an answer to %s is lost',
      async method => {
        const { a, database, pageOfA, places, unsent } = await waitingEdit();
        a.loseAnswer(method);
        await a.reconnect();
        expect([listedTitles(database), places(list), unsent(pageOfA)]).toEqual([['Mine'], ['listed'], [0]]);
      },
    );

    test('it comes back once when the page is killed behind the write', async () => {
      const { a, database, pageOfA, places } = await waitingEdit();
      a.after('apply', () => pageOfA.kill());
      await a.reconnect();
      const again = await a.open({ wait: MINUTES_10 });
      expect([listedTitles(database), places(list), again.unsent()]).toEqual([['Mine'], ['listed'], 0]);
    });

    test('it comes back when another device restores it in that moment, as it is there', async () => {
      const { a, database, pageOfA, places, unsent } = await waitingEdit();
      a.before('apply', () => restoreElsewhere(database, list, keyIn[list]));
      await a.reconnect();
      expect([listedTitles(database), places(list), unsent(pageOfA)]).toEqual([['Mine'], ['listed'], [0]]);
    });

    test('what the person typed comes back when it is deleted for ever in that moment', async () => {
      const { a, database, pageOfA, places, unsent } = await waitingEdit();
      a.before('apply', () => forgetElsewhere(database, list, keyIn[list]));
      await a.reconnect();
      expect([listedTitles(database), places(list), unsent(pageOfA)]).toEqual([['Mine'], ['listed'], [0]]);
      expect(database.lists[`others/${list}`]).toMatchObject({ [keyIn[list]]: { isBack: true } });
    });

    test('a version that was edited before it was deleted is kept beside mine', async () => {
      const { a, database, pageOfA, unsent } = await opened();
      a.goOffline();
      await pageOfA.send(changesOf[list].edit('Mine'), 50);
      database.put(list, keyIn[list], { ...(records[list] as object), [title]: 'Theirs' });
      await deleteElsewhere(database, list, keyIn[list]);
      await a.reconnect();
      expect([listedTitles(database), unsent(pageOfA)]).toEqual([['Mine'], [0]]);
      expect(Object.values(database.lists[`trash/${list}`])).toMatchObject([
        { record: { [title]: 'Theirs' }, otherOf: keyIn[list] },
      ]);
      expect(database.lists[`others/${list}`]).toMatchObject({
        [keyIn[list]]: { isBack: true, fields: { [title]: 'Theirs' } },
      });
    });

    test('is not written again over a delete since, when its answer was lost', async () => {
      const { a, database, pageOfA, places, unsent } = await waitingEdit();
      a.loseAnswer('apply');
      await a.reconnect(300);
      expect(places(list)).toEqual(['listed']);
      await deleteElsewhere(database, list, keyIn[list]);
      await advance(MINUTES_10);
      expect([places(list), unsent(pageOfA)]).toEqual([['trash'], [0]]);
      expect(a.kept()).toEqual([]);
    });
  });

  test('of what another device restores and deletes again stands, the last one counting', async () => {
    const { a, database, pageOfA, places, unsent } = await opened();
    await pageOfA.send(changesOf[list].delete(), 50);
    a.before('apply', async () => {
      await restoreElsewhere(database, list, keyIn[list]);
      await deleteElsewhere(database, list, keyIn[list], '2026-03-10T13:00:00.000Z');
    });
    await pageOfA.send(changesOf[list].restore());
    expect([places(list), unsent(pageOfA)]).toEqual([['listed'], [0]]);
  });

  test('of what was deleted for ever in that moment brings nothing back', async () => {
    const { a, database, pageOfA, places, unsent } = await opened();
    await pageOfA.send(changesOf[list].delete(), 50);
    a.before('apply', () => forgetElsewhere(database, list, keyIn[list]));
    await pageOfA.send(changesOf[list].restore());
    expect([places(list), unsent(pageOfA)]).toEqual([[], [0]]);
  });
});

test.each(LISTS)('Undo of a delete that another device made, too, loses nothing (%s)', async list => {
  const { a, database, pageOfA, pageOfB, places, unsent } = await opened();
  a.before('apply', async () => {
    await pageOfB.send(changesOf[list].delete(), 50);
  });
  await pageOfA.send(
    list === 'tasks'
      ? taskDeleteRequested(selectTask(pageOfA.getState(), 1)!)
      : noteDeleteRequested(selectNote(pageOfA.getState(), 'n1')!),
    50,
  );
  await pageOfA.send(undoRequested());
  expect([places(list), database.lists[list][keyIn[list]]]).toEqual([['listed'], records[list]]);
  expect(unsent(pageOfA, pageOfB)).toEqual([0, 0]);
});

test('An edit that may not bring its task back is blocked', async () => {
  const copy = { deletedAt: '2026-03-10T11:30:00.000Z', record: taskRecord(1) };
  const { database, page } = await openDevice({ 'trash/tasks': { k1: copy } });
  const refusal = { at: 'before', kind: 'refused' } as const;
  database.fail(...Array.from({ length: 6 }, () => refusal));
  await page.send(changesOf.tasks.edit('Edited'));
  expect(page.getState().queue.counts).toMatchObject({ pending: 0, blocked: 1 });
});
