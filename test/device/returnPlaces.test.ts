/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '@testing-library/jest-dom';
import type { Navigation } from '../../src/services/device';
import { keepShare, keptShare } from '../../src/share/keptShare';
import { createReturnPlaces } from '../../src/device/returnPlaces';

/** A tab with a field in it, at an address. */
function openTab(path: string, usr: unknown = null) {
  history.replaceState({ usr }, '', path);
  document.body.innerHTML =
    '<main><input name="taskName" value="Bread"><input name="secret" type="password"></main>';
  const gone: [string, unknown][] = [];
  const navigation: Navigation = {
    path: () => gone.at(-1)?.[0] ?? '/tasks/today',
    go: (to, state) => void gone.push([to, state]),
  };
  const cleared: string[] = [];
  const drafts = { clear: async (userId: string) => void cleared.push(userId) };
  return { gone, cleared, returnPlaces: createReturnPlaces(navigation, drafts) };
}
const field = () => document.querySelector<HTMLInputElement>('[name=taskName]')!;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('A kept place is gone back to once, with its field and selection', async () => {
  const { returnPlaces, gone } = openTab('/tasks/work/12/edit');
  field().focus();
  field().setSelectionRange(1, 3);
  expect(returnPlaces.hasPlace('ada')).toBe(false);
  returnPlaces.keepPlace('ada');
  expect([returnPlaces.hasPlace('ada'), returnPlaces.hasPlace('bob')]).toEqual([true, false]);
  field().blur();
  await returnPlaces.returnToPlace('ada');
  expect(returnPlaces.hasPlace('ada')).toBe(false);
  expect(gone).toEqual([['/tasks/work/12/edit', undefined]]);
  expect(field()).toHaveFocus();
  expect([field().selectionStart, field().selectionEnd]).toEqual([1, 3]);
  await returnPlaces.returnToPlace('ada');
  expect(gone).toHaveLength(1);
});

test('The field is waited for, and left alone when the person has gone to another one', async () => {
  const { returnPlaces } = openTab('/tasks/work/12/edit');
  field().focus();
  returnPlaces.keepPlace('ada');
  const [later] = [field()];
  later.remove();
  await returnPlaces.returnToPlace('ada');
  document.querySelector('main')!.append(later);
  await Promise.resolve();
  expect(later).toHaveFocus();

  returnPlaces.keepPlace('ada');
  later.remove();
  document.querySelector<HTMLInputElement>('[name=secret]')!.focus();
  await returnPlaces.returnToPlace('ada');
  document.querySelector('main')!.append(later);
  await Promise.resolve();
  expect(later).not.toHaveFocus();
});

test('What lay open there, as the history knew it, is an entry of its own', async () => {
  const { returnPlaces, gone } = openTab('/tasks/sticky-wall', { note: '-n1' });
  returnPlaces.keepPlace('ada');
  await returnPlaces.returnToPlace('ada');
  expect(gone).toEqual([
    ['/tasks/sticky-wall', undefined],
    ['/tasks/sticky-wall', { note: '-n1' }],
  ]);
});

test('A tab without a place of its own goes to the last one of the device', async () => {
  const { returnPlaces, gone } = openTab('/tasks/work');
  returnPlaces.keepPlace('ada');
  sessionStorage.clear();
  await returnPlaces.returnToPlace('ada');
  expect(gone).toEqual([['/tasks/work', undefined]]);
});

test.each(['/', '/auth/login', '//elsewhere.example', '/tasksandmore'])('Nobody is led to %s', async path => {
  const { returnPlaces, gone } = openTab('/tasks/today');
  localStorage.setItem('place:ada', JSON.stringify({ path, state: null, field: null }));
  await returnPlaces.returnToPlace('ada');
  expect(gone).toEqual([]);
});

test('Nobody else is led there, and no password field is remembered', async () => {
  const { returnPlaces, gone } = openTab('/tasks/work');
  document.querySelector<HTMLInputElement>('[name=secret]')!.focus();
  returnPlaces.keepPlace('ada');
  expect(sessionStorage.getItem('place:ada')).toContain('"field":null');
  await returnPlaces.returnToPlace('bo');
  expect(gone).toEqual([]);
});

test('All of one person is forgotten, and nothing of another', async () => {
  const { returnPlaces, cleared } = openTab('/tasks/work');
  returnPlaces.keepPlace('ada');
  const others = ['place:bo', 'userData'];
  for (const key of others) localStorage.setItem(key, '{}');
  await returnPlaces.clear('ada');
  expect(Object.keys(localStorage).sort()).toEqual(others.sort());
  expect(sessionStorage).toHaveLength(0);
  expect(cleared).toEqual(['ada']);
});

test('Without storage only the way back is lost', async () => {
  const { returnPlaces, gone } = openTab('/tasks/work');
  const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError');
  });
  returnPlaces.keepPlace('ada');
  refuse.mockRestore();
  await returnPlaces.returnToPlace('ada');
  await returnPlaces.clear('ada');
  expect(gone).toEqual([]);
});

test('Who signs out leaves neither their place nor words that were shared', () => {
  const { returnPlaces } = openTab('/tasks/work/12/edit');
  returnPlaces.keepPlace('ada');
  keepShare('?text=Bread', 'ada');
  returnPlaces.signOut('ada');
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('Words that were shared with one person are read by nobody else', () => {
  keepShare('?text=Bread', 'ada');
  expect([keptShare('ada'), keptShare('bob'), keptShare(null)]).toEqual(['?text=Bread', null, null]);
  keepShare('?text=Milk', null);
  expect([keptShare(null), keptShare('bob')]).toEqual(['?text=Milk', '?text=Milk']);
  sessionStorage.setItem('daywall:shared', '?text=stored+by+the+version+before');
  expect(keptShare('bob')).toBeNull();
});
