import '../../support/app/noComplaints';
import type { Json, ListName, Records } from '../../../src/services/database';
import { databasePaths } from '../../../src/services/databasePaths';
import { changesOf } from '../../support/devices/acts';
import { openDevice } from '../../support/devices/devices';
import { noteFields, taskRecord } from '../../support/app/operations';
import { fakeTime } from '../../support/app/time';

/** A restore reads the copy and then writes; another device changes what lies beside the record in between. */

fakeTime();

const AT = '2026-03-10T11:00:00.000Z';
const THEN = '2026-03-03T11:00:00.000Z';
const repeat = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-03', at: '2026-03-10' };
const occurrences = { '2026-03-03': THEN };
const series = { repeats: repeat, occurrences };

const records = { tasks: taskRecord(1), notes: noteFields() };
const keyIn = { tasks: 'k1', notes: 'n1' };

/** The list, the deleted record's sidecars, the paths that another device writes in them, and the restored record's sidecars. */
const meanwhile: Record<string, [ListName, Records, Records, Records]> = {
  'a tick': ['tasks', {}, { done: AT }, { done: AT }],
  'the end of a tick': ['tasks', { done: AT }, { done: null }, {}],
  'a place in a day': [
    'tasks',
    { order: { day: '2026-03-10', place: 'a' } },
    { 'order/place': 'b' },
    { order: { day: '2026-03-10', place: 'b' } },
  ],
  'a repeat': ['tasks', {}, { repeats: repeat }, { repeats: repeat }],
  'a step of a repeat': [
    'tasks',
    series,
    { 'repeats/at': '2026-03-17', 'occurrences/2026-03-10': AT },
    { repeats: { ...repeat, at: '2026-03-17' }, occurrences: { ...occurrences, '2026-03-10': AT } },
  ],
  'a step of a day before': [
    'tasks',
    series,
    { 'occurrences/2026-03-06': AT },
    { ...series, occurrences: { ...occurrences, '2026-03-06': AT } },
  ],
  'the first line of a logbook': [
    'tasks',
    {},
    { 'occurrences/2026-03-06': AT },
    { occurrences: { '2026-03-06': AT } },
  ],
  'the end of a line of the logbook': [
    'tasks',
    { occurrences: { ...occurrences, '2026-03-06': AT } },
    { 'occurrences/2026-03-06': null },
    { occurrences },
  ],
  'a skip that turns out to be done': [
    'tasks',
    { occurrences: { '2026-03-03': 'skipped' } },
    { 'occurrences/2026-03-03': THEN },
    { occurrences },
  ],
  'a colour': ['notes', {}, { 'looks/colour': 'mint' }, { looks: { colour: 'mint' } }],
  'a place on the wall': [
    'notes',
    { looks: { place: 'a' } },
    { 'looks/place': 'b' },
    { looks: { place: 'b' } },
  ],
  'the end of a pin': ['notes', { looks: { pinned: true } }, { 'looks/pinned': null }, {}],
};
const cases = Object.entries(meanwhile).flatMap(([name, [list, ...values]]) =>
  (['restore', 'edit'] as const).map(kind => [name, kind, list, ...values] as const),
);

test.each(cases)(
  'What reaches a copy while it is restored is there: %s (%s)',
  async (_name, kind, list, beside, reaching, expected) => {
    const key = keyIn[list];
    const stored = Object.entries(beside).map(([name, value]) => [name, { [key]: value }]);
    const copy = { deletedAt: AT, record: records[list] };
    const { database, a, page } = await openDevice({
      [`trash/${list}`]: { [key]: copy },
      ...Object.fromEntries(stored),
    });
    const paths = Object.entries(reaching).map(([path, value]): [string, Json] => {
      const [name, ...members] = path.split('/');
      return [['ext', name, key, ...members].join('/'), value];
    });
    a.before('apply', () => database.update('anna', Object.fromEntries(paths)));
    await page.send(kind === 'edit' ? changesOf[list].edit('Edited') : changesOf[list].restore());
    const names = ['done', 'repeats', 'occurrences', 'order', 'looks'] as const;
    const left = names.flatMap((name): [string, Json][] => {
      const value = database.lists[name][key];
      return value === undefined ? [] : [[name, value]];
    });
    expect(Object.fromEntries(left)).toEqual(expected);
    expect([Object.keys(database.lists[list]), database.lists[`trash/${list}`]]).toEqual([[key], {}]);
    expect(page.unsent()).toBe(0);
  },
);

test.each(['tasks', 'notes'] as const)(
  'A notice that is dismissed while its record is restored stays dismissed (%s)',
  async list => {
    const key = keyIn[list];
    const others = { at: AT, fields: list === 'tasks' ? { taskName: 'Other' } : { noteTitle: 'Other' } };
    const { database, a, page } = await openDevice({
      [`trash/${list}`]: { [key]: { deletedAt: AT, record: records[list] } },
      [`others/${list}`]: { [key]: others },
    });
    a.before('apply', () => database.update('anna', { [databasePaths.others(list, key)]: null }));
    await page.send(changesOf[list].restore());
    expect([Object.keys(database.lists[list]), database.lists[`others/${list}`]]).toEqual([[key], {}]);
    expect(page.unsent()).toBe(0);
  },
);
