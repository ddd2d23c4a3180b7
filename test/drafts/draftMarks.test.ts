/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/store/rootReducer';
import { followDrafts } from '../../src/drafts/draftSagas';
import { selectHasDraft } from '../../src/ui/uiSlice';
import { signedOut } from '../../src/auth/authSlice';
import { openBrowser } from '../support/app/drafts';

const draft = (text: string) => ({ base: { noteTitle: '' }, values: { noteTitle: text } });

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void jest.useRealTimers());

test('The store knows all tabs’ forms with a draft, until it is submitted or given up', async () => {
  const browser = openBrowser();
  const [drafts, other] = [browser.tab('a'), browser.tab('b')];
  other.write('ada', 'task/12', draft('Other'));
  await jest.advanceTimersByTimeAsync(150);
  const seen: (readonly string[])[] = [];
  const saga = expectSaga(followDrafts, { drafts }, 'ada').withReducer(
    (state: ReturnType<typeof rootReducer> | undefined, action: Parameters<typeof rootReducer>[1]) => {
      const next = rootReducer(state, action);
      seen.push(next.ui.drafts);
      return next;
    },
  );
  const run = saga.silentRun(400);
  await jest.advanceTimersByTimeAsync(100);
  for (const form of ['note/new', 'note/-a']) {
    drafts.write('ada', form, draft('Mine'));
    drafts.write('ada', form, draft('Mine, longer'));
    drafts.write('ada', form, null);
  }
  await jest.advanceTimersByTimeAsync(400);
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
