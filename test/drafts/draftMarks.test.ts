import '../support/app/noComplaints';
import 'fake-indexeddb/auto';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/store/rootReducer';
import { followDrafts } from '../../src/drafts/draftMarks';
import { selectHasDraft } from '../../src/ui/uiSlice';
import { signedOut } from '../../src/auth/authSlice';
import { openBrowser } from '../support/app/drafts';
import { advanceWithStorage } from '../support/devices/storageIdle';

const draft = (text: string) => ({ base: { noteTitle: '' }, values: { noteTitle: text } });

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });
});
afterEach(() => void jest.useRealTimers());

test('The store knows all tabs’ forms with a draft, until it is submitted or given up', async () => {
  const browser = openBrowser();
  const [drafts, other] = [browser.tab('a'), browser.tab('b')];
  await other.open('ada');
  other.write('ada', 'task/12', draft('Other'));
  await advanceWithStorage(150);
  const seen: (readonly string[])[] = [];
  const saga = expectSaga(followDrafts, { drafts }, 'ada').withReducer(
    (state: ReturnType<typeof rootReducer> | undefined, action: Parameters<typeof rootReducer>[1]) => {
      const next = rootReducer(state, action);
      seen.push(next.ui.drafts);
      return next;
    },
  );
  const run = saga.silentRun(400);
  await advanceWithStorage(100);
  const service = drafts;
  service.write('ada', 'note/new', draft('Mine'));
  service.submit('ada', 'note/new', draft('Mine'), 'operation');
  await advanceWithStorage(10); // a submit is told in the next task
  service.write('ada', 'note/-a', draft('Mine'));
  service.write('ada', 'note/-a', draft('Mine, longer'));
  service.write('ada', 'note/-a', null);
  await advanceWithStorage(400);
  const { storeState } = await run;
  const different = seen.filter((forms, at) => forms !== seen[at - 1]).filter(({ length }) => length > 0);
  expect(different).toEqual([
    ['task/12'],
    ['note/new', 'task/12'],
    ['task/12'],
    ['note/-a', 'task/12'],
    ['task/12'],
  ]);
  expect(selectHasDraft(storeState, 'task/12')).toBe(true);
  expect(rootReducer(storeState, signedOut()).ui.drafts).toEqual([]);
});
