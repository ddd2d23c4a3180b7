import '../support/app/noComplaints';
import { signOutRequested } from '../../src/auth/authSlice';
import { noteDeleteRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { selectNote, selectNoteOthers } from '../../src/notes/notesSelectors';
import { ServiceFailure } from '../../src/services/failure';
import { deviceOn, openTwoDevices } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { noteFields } from '../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';

fakeTime();

const milk = noteFields('Milk', 'Two');
const editOf = (title: string, description: string, base = milk) =>
  noteSaveRequested({ fireId: 'n1', base, fields: noteFields(title, description) });

/** Two devices that show the same note. */
async function twoDevices() {
  const { database, a, b, pageOfA, pageOfB } = await openTwoDevices({ notes: { n1: { ...milk } } });
  /** The words that neither the server nor a device has any more. */
  const lost = (...words: string[]) => {
    const everywhere = JSON.stringify([
      database.lists.notes,
      database.lists['trash/notes'],
      a.kept(),
      b.kept(),
    ]);
    return words.filter(word => !everywhere.includes(word));
  };
  return { database, a, b, pageOfA, pageOfB, lost };
}

describe.each([
  ['of another field', 'Milk', 'Three'],
  ['of the same field', 'Rice milk', 'Two'],
])('An edit %s while another device’s PATCH is under way is not lost', (_name, title, description) => {
  const words = title === 'Milk' ? description : title;

  /** A edits, its PATCH is on its way as `hold` says, B edits; returns the function with which the PATCH arrives. */
  async function crossing(hold: 'delay' | 'holdBack', isDeaf = false) {
    const devices = await twoDevices();
    const { a, pageOfA, pageOfB } = devices;
    if (isDeaf) a.stopLiveEvents();
    const arrive = a[hold]('saveNote');
    await pageOfA.send(editOf('Oat milk', 'Two'), 300);
    pageOfB.dispatch(editOf(title, description));
    await jest.advanceTimersByTimeAsync(isDeaf ? 2500 : 300);
    return { ...devices, arrive };
  }

  test.each([
    ['when the live connection of the PATCHing device is down', 'delay', true],
    ['when the PATCH is late and its answer lost', 'holdBack', false],
  ] as const)('%s', async (_when, hold, isDeaf) => {
    const { arrive, lost } = await crossing(hold, isDeaf);
    await arrive();
    await advance(MINUTES_10);
    expect(lost('Oat milk', words)).toEqual([]);
  });

  test('when the tab that PATCHed is closed before it compares', async () => {
    const { a, pageOfA, arrive, lost } = await crossing('delay');
    pageOfA.kill();
    await arrive();
    await advance(300);
    await a.open({ wait: MINUTES_10 });
    expect(lost('Oat milk', words)).toEqual([]);
  });

  test('when both PATCH at the same moment, and both devices are deaf', async () => {
    const { a, b, pageOfA, pageOfB, lost } = await twoDevices();
    a.stopLiveEvents();
    b.stopLiveEvents();
    const [arriveOfA, arriveOfB] = [a.delay('saveNote'), b.delay('saveNote')];
    pageOfA.dispatch(editOf('Oat milk', 'Two'));
    await pageOfB.send(editOf(title, description), 2500);
    arriveOfA();
    arriveOfB();
    await advance(MINUTES_10);
    expect(lost('Oat milk', words)).toEqual([]);
  });
});

test('A lost PATCH of a note that another device deletes brings it back, and says so', async () => {
  const { database, a, pageOfA, pageOfB } = await twoDevices();
  const arrive = a.holdBack('saveNote');
  await pageOfA.send(editOf('Oat milk', 'Two'), 300);
  await pageOfB.send(noteDeleteRequested(selectNote(pageOfB.getState(), 'n1')!), 0);
  // The rules refuse the late PATCH, because the note is in the trash.
  await arrive().catch(() => undefined);
  await advance(MINUTES_10);
  expect(database.lists).toMatchObject({ notes: { n1: noteFields('Oat milk', 'Two') }, 'trash/notes': {} });
  for (const page of [pageOfA, pageOfB]) {
    expect(selectNoteOthers(page.getState(), 'n1')).toMatchObject({ isBack: true });
    expect(page.unsent()).toBe(0);
  }
});

describe('The lease of a note', () => {
  test.each(['loseAnswer', 'cutOff'] as const)('is no obstacle when its answer is lost (%s)', async lose => {
    const { database, a, b, pageOfA, pageOfB } = await twoDevices();
    a[lose]('update');
    await pageOfA.send(editOf('Oat milk', 'Two'), 300);
    a.goOnline();
    await pageOfB.send(editOf('Milk', 'Three'));
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Three') });
    expect([...a.kept(), ...b.kept()]).toEqual([]);
  });

  test('is waited for by another device, which reads the newer text then', async () => {
    const { database, a, b, pageOfA, pageOfB } = await twoDevices();
    const arrive = a.delay('saveNote');
    await pageOfA.send(editOf('Oat milk', 'Two'), 300);
    await pageOfB.send(editOf('Milk', 'Three'), 2500);
    expect(database.lists.notes).toEqual({ n1: milk });
    arrive();
    await advance(MINUTES_10);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Three') });
    expect([...a.kept(), ...b.kept(), database.lists['trash/notes']]).toEqual([{}]);
  });

  test('stays while a PATCH is under way whose person signs out', async () => {
    const { a, database, pageOfA, pageOfB } = await twoDevices();
    const arrive = a.delay('saveNote');
    await pageOfA.send(editOf('Oat milk', 'Two'), 300);
    await pageOfA.send(signOutRequested(), 300);
    await pageOfB.send(editOf('Milk', 'Three'), 2500);
    arrive();
    await advance(MINUTES_10);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Three') });
  });

  test('of a page that died runs out within a minute, and nothing is lost', async () => {
    const { database, b, pageOfA, pageOfB, a } = await twoDevices();
    a.delay('saveNote');
    await pageOfA.send(editOf('Oat milk', 'Two'), 300);
    pageOfA.kill();
    await pageOfB.send(editOf('Milk', 'Three'), 150_000);
    expect([database.lists.notes, b.kept()]).toEqual([{ n1: noteFields('Milk', 'Three') }, []]);
    await a.open({ wait: MINUTES_10 });
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Three') });
  });

  test('is given back: the next device writes at once', async () => {
    const { database, pageOfA, pageOfB } = await twoDevices();
    await pageOfA.send(editOf('Oat milk', 'Two'), 1000);
    await pageOfB.send(editOf('Oat milk', 'Three', noteFields('Oat milk', 'Two')), 1000);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Three') });
  });

  test('is given back after a PATCH that the server refuses', async () => {
    const { database, a, pageOfA, pageOfB } = await twoDevices();
    const refuse = () => {
      a.before('saveNote', refuse);
      throw new ServiceFailure('refused', 'PERMISSION_DENIED');
    };
    a.before('saveNote', refuse);
    await pageOfA.send(editOf('Oat milk', 'Two'), 3000);
    await pageOfB.send(editOf('Milk', 'Three'), 3000);
    expect(database.lists.notes).toEqual({ n1: noteFields('Milk', 'Three') });
    expect(pageOfA.unsent()).toBe(1);
  });

  test.each([
    ['the device’s is', { serverAhead: 40 * 86_400_000, behind: 0 }],
    ['the device takes it to be', { serverAhead: 0, behind: 86_400_000 }],
  ])('holds by the server’s clock, however wrong %s', async (_name, { serverAhead, behind }) => {
    const database = fakeDatabase({ notes: { n1: { ...milk } } });
    database.setServerAhead(serverAhead);
    const { serverTime } = database;
    database.serverTime = async userId => (await serverTime(userId)) - behind;
    const a = deviceOn(database);
    const pageOfA = await a.open();
    database.serverTime = serverTime;
    const pageOfB = await deviceOn(database).open({ wait: 300 });
    const arrive = a.delay('saveNote');
    await pageOfA.send(editOf('Oat milk', 'Two'), 300);
    await pageOfB.send(editOf('Milk', 'Three'), 2500);
    expect(database.lists.notes).toEqual({ n1: milk });
    arrive();
    await advance(MINUTES_10);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Three') });
  });

  test.each([
    ['the answer to the read is late', (milliseconds: number) => advance(milliseconds)],
    ['the device sleeps', async (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds)],
  ])('is over when %s: the note is read again before the PATCH', async (_name, pass) => {
    const { database, a, pageOfA, pageOfB } = await twoDevices();
    a.stopLiveEvents();
    let answer = () => {};
    a.after('readRecord', () => new Promise<void>(resolve => void (answer = resolve)));
    await pageOfA.send(editOf('Oat milk', 'Two'), 300);
    await pass(61_000);
    await pageOfB.send(editOf('Milk', 'Three'), 2500);
    expect(database.lists.notes).toEqual({ n1: noteFields('Milk', 'Three') });
    answer();
    await advance(MINUTES_10);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Three') });
  });
});

test('Words that another device replaced knowingly are not told again', async () => {
  const { database, a, b, pageOfA, pageOfB } = await twoDevices();
  await pageOfA.send(editOf('Oat milk', 'Two'), 300);
  await pageOfB.send(editOf('Rice milk', 'Two', noteFields('Oat milk', 'Two')), 300);
  await pageOfA.send(editOf('Soy milk', 'Two', noteFields('Rice milk', 'Two')));
  expect(database.lists.notes).toEqual({ n1: noteFields('Soy milk', 'Two') });
  expect([...a.kept(), ...b.kept()]).toEqual([]);
});

test('Words that another device replaced knowingly are not told to one that looks late', async () => {
  const { database, a, b, pageOfA, pageOfB } = await twoDevices();
  a.cutOff('saveNote');
  await pageOfA.send(editOf('Milk', 'Three'), 300);
  await pageOfB.send(editOf('Oat milk', 'Two'), 5000);
  await pageOfB.send(editOf('Rice milk', 'Three', noteFields('Oat milk', 'Three')), 5000);
  await a.reconnect();
  expect(database.lists.notes).toEqual({ n1: noteFields('Rice milk', 'Three') });
  expect([...a.kept(), ...b.kept()]).toEqual([]);
});

test('Of edits of one field by both devices one is listed, and the other is offered', async () => {
  const { database, a, b, pageOfA, pageOfB } = await twoDevices();
  const arrive = a.delay('saveNote');
  await pageOfA.send(editOf('Oat milk', 'Two'), 300);
  await pageOfB.send(editOf('Rice milk', 'Two'), 300);
  arrive();
  await advance(MINUTES_10);
  expect([...a.kept(), ...b.kept()]).toEqual([]);
  expect(database.lists.notes).toEqual({ n1: noteFields('Rice milk', 'Two') });
  for (const page of [pageOfA, pageOfB])
    expect(selectNoteOthers(page.getState(), 'n1')).toMatchObject({ fields: { noteTitle: 'Oat milk' } });
});

test('A note newer than the remembered list is not taken for deleted', async () => {
  const database = fakeDatabase({ notes: { n1: { ...milk } } });
  const { follow } = database;
  database.follow = (userId, list, listener, knownKeys) => {
    if (list !== 'notes') return follow(userId, list, listener, knownKeys);
    listener({ type: 'list', records: {} });
    return () => undefined;
  };
  const page = await deviceOn(database).open({ wait: 300 });
  await page.send(editOf('Oat milk', 'Two'));
  expect([database.lists.notes, database.lists['trash/notes']]).toEqual([
    { n1: noteFields('Oat milk', 'Two') },
    {},
  ]);
});
