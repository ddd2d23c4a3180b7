/** The versions of a calendar's events only grow, and what an address needs is kept. */
import { rm } from 'node:fs/promises';
import { createCalendars } from '../../../server/feeds/calendar';
import type { Answer } from '../../../server/database/rest/answer';
import { parseNode } from '../../../server/database/tree/parse';
import { restore } from '../../../server/storage/backup/restore';
import { askControl } from '../../../server/storage/control';
import { ask } from '../../support/clients/http';
import { timesByIcalJs, versionsIn } from '../../support/server/calendarReaders';
import { openFeed, stored } from '../../support/server/feeds';
import { startHere, type ServerHere } from '../../support/server/serverHere';

const HOUR_MS = 3_600_000;
let server: ServerHere;
beforeAll(async () => {
  server = await startHere({ env: { DATABASE_INSTANCES: 'one,two' } });
});
afterAll(() => server.stop());

let people = 0;
const open = () => openFeed(server.url, `p${(people += 1)}@example.com`);

/** The sequence of each event at an address. */
async function sequencesAt(address: string) {
  const versions = [...versionsIn((await ask(address)).body)];
  return Object.fromEntries(versions.map(([uid, { sequence }]) => [uid.replace('@daywall', ''), sequence]));
}

test('Each event has a version of its own, which only grows, also after a restart', async () => {
  const ann = await open();
  await ann.write({ 'tasks/-a': stored('One', '2026-12-01'), 'tasks/-b': stored('Two', '2026-12-01') });
  const address = await ann.make();
  const first = await sequencesAt(address);
  await server.advance(HOUR_MS / 2);
  await ann.write({ 'tasks/-b/taskName': 'Three' });
  const second = await sequencesAt(address);
  expect(second['-a']).toBe(first['-a']);
  expect(second['-b']).toBeGreaterThan(first['-b']!);
  expect(await sequencesAt(address)).toEqual(second);
  await server.restart();
  await server.advance(1_000);
  const third = await sequencesAt(address);
  for (const key of ['-a', '-b']) expect(third[key]).toBeGreaterThan(second[key]!);
});

test('An address and the growth of its versions outlive a backup and a restore', async () => {
  const ann = await open();
  await ann.write({ 'tasks/-a': stored('As backed up', '2026-12-01') });
  const address = await ann.make();
  const [file, folder] = [`${server.dataDir}.backup`, `${server.dataDir}.restored`];
  await askControl(server.dataDir, 'backup', { file });
  await server.advance(HOUR_MS / 2);
  await ann.write({ 'tasks/-a/taskName': 'Later' });
  const later = await sequencesAt(address);
  await restore(file, folder);
  await server.restart({ DATA_DIR: folder });
  await server.advance(1_000);
  const { body } = await ask(address);
  expect(body).toContain('SUMMARY:As backed up');
  expect((await sequencesAt(address))['-a']).toBeGreaterThan(later['-a']!);
  await rm(file);
});

test('The calendar is that of the database in which the account lives', async () => {
  const ann = await open();
  const address = await ann.make();
  await ann.write({ 'ext/home': 'two' }, 'one');
  await ann.write({ 'tasks/-a': stored('At home', '2026-12-01') }, 'two');
  expect((await ask(address)).body).toContain('SUMMARY:At home');
});

test('A time is a time without a zone, with its reminder until the task is done', async () => {
  const ann = await open();
  const daily = (rule: string) => ({ rule, first: '2096-12-01', at: '2096-12-01' });
  await ann.write({
    'tasks/-a': stored('Call', '2096-12-01'),
    'ext/times/-a': { time: '14:30', remind: 15 },
    'tasks/-b': stored('Quiet', '2096-12-01'),
    'ext/times/-b': { time: '00:05' },
    'tasks/-c': stored('Run', '2096-12-01'),
    'ext/times/-c': { time: '07:00', remind: 0 },
    'ext/repeats/-c': daily('FREQ=DAILY;UNTIL=20961204'),
  });
  const address = await ann.make();
  const { body } = await ask(address);
  const all = () => ask(address).then(({ body }) => Object.fromEntries(timesByIcalJs(body)));
  expect(await all()).toEqual({
    '-a@daywall': '2096-12-01T14:30:00 PT30M -PT15M',
    '-b@daywall': '2096-12-01T00:05:00 PT30M',
    '-c@daywall': '2096-12-01T07:00:00 PT30M PT0S',
    '-c.next@daywall': '2096-12-02T07:00:00 PT30M PT0S',
  });
  expect(body).toContain('\r\nRRULE:FREQ=DAILY;COUNT=3\r\n');
  await ann.write({ 'ext/done/-a': '2096-11-30T10:00:00.000Z', 'ext/times/-b': null });
  const { '-a@daywall': done, '-b@daywall': allDay } = await all();
  expect([done, allDay]).toEqual(['2096-12-01T14:30:00 PT30M', '2096-12-01 P1D']);
});

test('A version grows within a second; calendars read long ago are forgotten', async () => {
  const calendars = createCalendars(() => Date.UTC(2026, 11, 1), 2);
  const read = async (hash: string, taskName: string) => {
    const data = parseNode({ tasks: { a: stored(taskName, '2026-12-01') } }, 0);
    let text = '';
    const answer = { response: (pieces: Iterable<string>) => void (text = [...pieces].join('')) };
    const asked = { hash, only: '', isHead: false, ifNoneMatch: null };
    await calendars.answer(asked, data, answer as unknown as Answer);
    return Number(/SEQUENCE:(\d+)/.exec(text)![1]);
  };
  const first = await read('a', 'One');
  expect(await read('a', 'Two')).toBe(first + 1);
  expect(await read('a', 'One')).toBe(first + 2);
  expect(await read('a', 'One')).toBe(first + 2);
  await read('b', 'Another');
  expect(await read('a', 'One')).toBe(first);
});
