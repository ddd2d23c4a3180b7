import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB } from 'idb';
import { openDraftStore, type DraftStore } from '../../src/drafts/store/draftStore';
import { DEVICE_DATABASE } from '../../src/lib/deviceDatabase/deviceSchema';
import type { DraftService, FormDraft } from '../../src/services/device';
import { keptDrafts, openBrowser } from '../support/app/drafts';
import { advanceWithStorage, storageIdle } from '../support/devices/storageIdle';

const FORM = 'task/new';
const typed = (taskName: string): FormDraft => ({ base: { taskName: '' }, values: { taskName } });
/** The quick-add line: `added` was added and is not on the disk yet, `text` was typed since. */
const line = (added: string, text: string): FormDraft => ({
  base: { text: '' },
  values: { text: `${added}\n${text}` },
  rest: { text },
});
const never = () => new Promise<never>(() => undefined);
/** A page that is frozen for so long: the clock goes on, and each timer that is over is called once. */
const freeze = (milliseconds: number) =>
  (setTimeout as unknown as { clock: { jump: (ms: number) => void } }).clock.jump(milliseconds);
const later = () => advanceWithStorage(250);

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });
  indexedDB = new IDBFactory();
  localStorage.clear();
  browser = openBrowser();
});
afterEach(() => void jest.useRealTimers());

/** Opens a page in a tab. Its storage accepts writes before `leave` is called, and never answers after it. */
async function open({ user = 'ada', tab = 'one' } = {}) {
  const real = openDraftStore();
  let hasEnded = false;
  const store: DraftStore = {
    ...real,
    change: (...change) => (hasEnded ? never() : real.change(...change)),
  };
  const later = browser.tab(tab, { store });
  await later.open(user);
  const service: DraftService = later.service!;
  return {
    service,
    own: (form = FORM) => service.own(user, form)?.values,
    leave(areOperationsKept = true) {
      hasEnded = true;
      service.handOver(areOperationsKept);
    },
  };
}

test('What was typed up to the last key is in the next page and in the draft store', async () => {
  const first = await open();
  first.service.write('ada', FORM, typed('Bre'));
  first.service.write('ada', FORM, typed('Bread'));
  first.leave();
  expect(await keptDrafts('ada')).toEqual([]);
  const next = await open();
  expect(next.own()).toEqual({ taskName: 'Bread' });
  expect(await keptDrafts('ada')).toMatchObject([{ form: FORM, tab: 'one', values: { taskName: 'Bread' } }]);
  expect(localStorage).toHaveLength(0);
});

test('It waits for its own user', async () => {
  const first = await open();
  first.service.write('ada', FORM, typed('Bread'));
  first.leave();
  expect((await open({ user: 'bo' })).own()).toBeUndefined();
  expect((await open()).own()).toEqual({ taskName: 'Bread' });
});

test('A tab that is closed leaves it to the others, where it is offered', async () => {
  const first = await open();
  first.service.write('ada', FORM, typed('Bread'));
  first.leave();
  browser.close('one');
  const { service } = await open({ tab: 'two' });
  expect(service.others('ada', FORM)).toMatchObject([{ values: { taskName: 'Bread' }, isTabOpen: false }]);
});

test('A draft whose database another tab deletes is in the next page, however soon', async () => {
  const first = await open();
  first.service.write('ada', FORM, typed('Bread'));
  first.service.leave('ada', FORM);
  await later();
  expect(await keptDrafts('ada')).toMatchObject([{ values: { taskName: 'Bread' } }]);
  await deleteDB(DEVICE_DATABASE);
  first.leave();
  expect(localStorage).toHaveLength(1);
  expect((await open()).own()).toEqual({ taskName: 'Bread' });
});

test('A draft that was discarded just before is not there again', async () => {
  const before = await open();
  before.service.write('ada', FORM, typed('Bread'));
  await later();
  before.service.write('ada', FORM, null);
  before.leave();
  expect(await keptDrafts('ada')).toHaveLength(1);
  expect((await open()).own()).toBeUndefined();
  expect(await keptDrafts('ada')).toEqual([]);
});

test('What was submitted is no draft after the handover; what was typed since is', async () => {
  const first = await open();
  first.service.submit('ada', FORM, typed('Bread'), 'a');
  first.service.submit('ada', 'quick-add', line('', 'Milk'), 'b');
  first.service.write('ada', 'quick-add', line('Milk', 'Eggs'));
  await later();
  first.leave();
  const next = await open();
  expect([next.own(), next.own('quick-add')]).toEqual([undefined, { text: 'Eggs' }]);
});

test('What was submitted is still a draft when its operation could not be handed over', async () => {
  const first = await open();
  first.service.submit('ada', FORM, typed('Bread'), 'a');
  first.service.submit('ada', 'quick-add', line('', 'Milk'), 'b');
  first.service.write('ada', 'quick-add', line('Milk', 'Eggs'));
  first.leave(false);
  const next = await open();
  expect([next.own(), next.own('quick-add')]).toEqual([{ taskName: 'Bread' }, { text: 'Milk\nEggs' }]);
});

test('A submit writes its draft in the next task, or when its page ends', async () => {
  const real = openDraftStore();
  const write = jest.fn(real.change);
  const tab = browser.tab('one', { store: { ...real, change: write } });
  await tab.open('ada');
  const { service } = tab;
  service!.submit('ada', FORM, typed('Bread'), 'a');
  expect(write).toHaveBeenCalledTimes(0);
  await jest.advanceTimersByTimeAsync(0);
  expect(write).toHaveBeenCalledTimes(1);
  service!.submit('ada', FORM, typed('Bread and butter'), 'b');
  service!.handOver(false);
  expect(write).toHaveBeenCalledTimes(2);
});

test('A page that was only hidden writes its drafts itself, and leaves nothing behind', async () => {
  const { service } = await open();
  service.write('ada', FORM, typed('Bread'));
  service.submit('ada', 'note/new', { base: { noteTitle: '' }, values: { noteTitle: 'Bread' } }, 'a');
  service.handOver(true);
  expect(localStorage).toHaveLength(1);
  service.confirm('a');
  await later();
  expect(await keptDrafts('ada')).toMatchObject([{ form: FORM, values: { taskName: 'Bread' } }]);
  expect(localStorage).toHaveLength(0);
});

test.each(['{', '{"form":"task/new"}', '[1, null, {"form": "task/new"}]'])(
  '%s in the place of drafts is passed over',
  async stored => {
    localStorage.setItem('daywall-unsaved/ada/other', stored);
    expect((await open()).own()).toBeUndefined();
  },
);

/** A page whose reads of drafts can be held: `hold` begins one whose answer comes when the returned function is called. */
async function openHeld() {
  const real = openDraftStore();
  let answer = () => {};
  let isHeld = false;
  const store: DraftStore = {
    ...real,
    async all(userId) {
      const records = await real.all(userId);
      if (isHeld) await new Promise<void>(resolve => (answer = resolve));
      return records;
    },
  };
  const page = browser.tab('one', { store });
  await page.open('ada');
  const service = page.service!;
  return {
    service,
    words: () => service.others('ada', FORM).map(({ values }) => values['taskName']),
    async hold() {
      isHeld = true;
      void service.refresh('ada');
      await later();
      isHeld = false;
      return answer;
    },
  };
}

test.each(['taken', 'discarded'] as const)(
  'A read that began before a draft was %s shows it as it is now',
  async how => {
    const other = await open({ tab: 'two' });
    other.service.write('ada', FORM, typed('Theirs'));
    await later();
    const { service, words, hold } = await openHeld();
    service.write('ada', FORM, typed('Mine'));
    await later();
    const answer = await hold();
    const [offered] = service.others('ada', FORM);
    if (how === 'taken') service.take('ada', FORM, offered!);
    else service.discard('ada', FORM, offered!);
    answer();
    await later();
    expect(words()).toEqual(how === 'taken' ? ['Mine'] : []);
  },
);

test('A read that is answered after a later one shows nothing older', async () => {
  const other = await open({ tab: 'two' });
  other.service.write('ada', FORM, typed('Theirs'));
  await later();
  const { words, hold } = await openHeld();
  expect(words()).toEqual(['Theirs']);
  const answer = await hold();
  other.service.write('ada', FORM, null);
  await later();
  expect(words()).toEqual([]);
  answer();
  await later();
  expect(words()).toEqual([]);
});

test('A page that was frozen while it opened still has its draft in the form', async () => {
  const first = await open();
  first.service.write('ada', FORM, typed('Bread'));
  await later();
  const store = openDraftStore();
  let isRead = () => {};
  const reading = new Promise<void>(resolve => (isRead = resolve));
  const slow: DraftStore = { ...store, all: async userId => (await reading, store.all(userId)) };
  const tab = browser.tab('one', { store: slow });
  const opening = tab.open('ada');
  await storageIdle();
  freeze(5000);
  isRead();
  await storageIdle();
  await opening;
  expect(tab.service!.own('ada', FORM)?.values).toEqual({ taskName: 'Bread' });
});

test.each([1000, 999])('A draft that is read after %s ms is offered, or in the form', async took => {
  const first = await open();
  first.service.write('ada', FORM, typed('Bread'));
  await later();
  const store = openDraftStore();
  let isRead = () => {};
  const reading = new Promise<void>(resolve => (isRead = resolve));
  const tab = browser.tab('one', {
    store: { ...store, all: async userId => (await reading, store.all(userId)) },
  });
  const opening = tab.open('ada');
  await advanceWithStorage(took);
  isRead();
  await storageIdle();
  await opening;
  const offered = tab.service!.others('ada', FORM).map(({ values }) => values);
  const own = tab.service!.own('ada', FORM)?.values;
  expect([own, offered]).toEqual(
    took < 1000 ? [{ taskName: 'Bread' }, []] : [undefined, [{ taskName: 'Bread' }]],
  );
});
