import { act, renderHook, screen } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { object } from 'yup';
import { createStore } from '../../src/app/store';
import { signedIn, signedOut } from '../../src/auth/authSlice';
import { DraftsContext } from '../../src/drafts/useDraft';
import { useLiveForm } from '../../src/drafts/useLiveForm';
import { noteSchema } from '../../src/notes/form/noteSchema';
import { keptDrafts, openBrowser } from '../support/app/drafts';
import { ada, change, renderApp, task } from '../support/app/renderApp';

test('A form that opens is rendered once, and again when its item changes', async () => {
  const { store } = createStore();
  let renders = 0;
  const useForm = (now: Record<string, string>) => {
    renders++;
    return useLiveForm({ draft: 'note/-k', now, schema: noteSchema, onSubmit: () => undefined });
  };
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result, rerender } = renderHook(useForm, { wrapper, initialProps: { noteTitle: 'a' } });
  expect(renders).toBe(1);
  await act(async () => rerender({ noteTitle: 'b' }));
  expect(result.current.formik.values).toEqual({ noteTitle: 'b' });
  expect(renders).toBeGreaterThan(2);
});

const EDIT = '/tasks/today/12/edit';
const WALL = '/tasks/sticky-wall';
type App = ReturnType<typeof renderApp>;
const press = (name: RegExp | string) => (app: App) => app.user.click(screen.getByRole('button', { name }));

/** Opens the form of a task or note of which two exist. */
async function open(path: string) {
  localStorage.clear();
  const drafts = openBrowser().tab('one');
  const tasks = [task(12, 'Bread'), task(13, 'Milk')];
  const notes = ['Boat', 'Car'].map(noteTitle => ({ noteTitle, noteDescription: 'Words' }));
  const app = renderApp(path, { tasks, notes, drafts, history: ['/tasks/today'] });
  if (path === WALL) await press(/^Boat/)(app);
  return { app, title: await screen.findByLabelText('Title') };
}
const edits = ({ sent }: App) => sent.filter(({ type }) => /(task|note)\/edit\/requested/.test(type));

describe('A changed form that is left', () => {
  test.each<[string, string, (app: App) => unknown]>([
    ['a row', EDIT, app => app.user.click(screen.getByRole('link', { name: /^Milk/ }))],
    ['a link', EDIT, app => app.user.click(screen.getByRole('link', { name: 'Work' }))],
    ['Esc', EDIT, app => app.user.keyboard('{Escape}')],
    ['Close', EDIT, press('Close')],
    ['Esc', WALL, app => app.user.keyboard('{Escape}')],
    ['Close', WALL, press('Close')],
    ['a click outside', WALL, app => app.user.click(screen.getByRole('dialog'))],
  ])('by %s on %s saves once, and says so', async (_, path, leave) => {
    const { app, title } = await open(path);
    await change(title, 'Changed');
    await act(async () => leave(app));
    expect(edits(app)).toHaveLength(1);
    expect(await screen.findByText('Changed “Changed”')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
    expect(keptDrafts('ada')).toEqual([]);
  });

  test.each<[string, string, (app: App) => unknown, number]>([
    ['nothing that was discarded', EDIT, press('Discard changes'), 0],
    ['nothing that was discarded', WALL, press('Discard changes'), 0],
    ['nothing twice', EDIT, press('Save Changes'), 1],
    ['nothing twice', WALL, press('Save'), 1],
    ['nothing that was deleted', EDIT, press('Delete Task'), 0],
    ['nothing that was deleted', WALL, press('Delete'), 0],
    ['nothing after the end of the session', EDIT, app => app.answer(signedOut()), 0],
  ])('saves %s: %s', async (_, path, act_, count) => {
    const { app, title } = await open(path);
    await change(title, 'Changed');
    await act(async () => act_(app));
    app.go('/tasks/work');
    expect(edits(app)).toHaveLength(count);
  });

  test.each([EDIT, WALL])('keeps a draft without a title: %s', async path => {
    const { app, title } = await open(path);
    await change(title, '');
    await app.user.keyboard('{Escape}');
    expect(edits(app)).toEqual([]);
    expect(keptDrafts('ada')).toMatchObject([{ values: { [title.getAttribute('name')!]: '' } }]);
  });

  test('saves a restored draft when it is left, not when it opens', async () => {
    const drafts = openBrowser().tab('one');
    drafts.write('ada', 'note/-k', { base: { noteTitle: 'a' }, values: { noteTitle: 'b' } });
    const { store } = createStore();
    store.dispatch(signedIn(ada));
    const onLeave = jest.fn();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <StrictMode>
        <Provider store={store}>
          <DraftsContext value={drafts}>{children}</DraftsContext>
        </Provider>
      </StrictMode>
    );
    const options = { draft: 'note/-k', now: { noteTitle: 'a' }, schema: object(), onLeave };
    const { unmount } = renderHook(() => useLiveForm({ ...options, onSubmit: () => undefined }), { wrapper });
    await act(async () => undefined);
    expect(onLeave).not.toHaveBeenCalled();
    unmount();
    await Promise.resolve();
    expect(onLeave.mock.calls).toEqual([[{ noteTitle: 'b' }, { noteTitle: 'a' }]]);
  });
});
