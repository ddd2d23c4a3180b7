import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UnknownAction } from '@reduxjs/toolkit';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation, type InitialEntry } from 'react-router-dom';
import { App } from '../../../src/app/App';
import { createStore } from '../../../src/app/store';
import { signedIn } from '../../../src/auth/authSlice';
import { DraftsContext } from '../../../src/drafts/useDraft';
import { notesLoaded } from '../../../src/notes/notesSlice';
import type { NoteBody, Records, TaskBody } from '../../../src/services/database';
import type { BesideList } from '../../../src/services/databasePaths';
import type { DraftService } from '../../../src/services/device';
import { tasksLoaded, tasksSidecarsArrived } from '../../../src/tasks/tasksSlice';
import { dayChanged } from '../../../src/ui/uiSlice';
import './eventTime';

beforeEach(() => localStorage.clear());

/** Puts a value into a field at once, as a date picker does. */
export const change = (field: HTMLElement, value: string) =>
  act(async () => void fireEvent.change(field, { target: { value } }));

export const TODAY = '2026-03-10';
export const ada = { id: 'ada', email: 'ada@example.org', expiryDate: '2026-03-12T08:00:00.000Z' };

/** A stored task, by default due today. */
export const task = (taskId: number, taskName: string, fields: Partial<TaskBody> = {}): TaskBody => ({
  taskName,
  taskDescription: 'Words',
  taskList: 'personal',
  taskDueDate: `${TODAY}T00:00:00.000Z`,
  taskId,
  ...fields,
});

/** Keys sort as the records were added: `-k0` to `-k9`, then `-k_00010`. */
const keyAt = (at: number) => `-k${at < 10 ? at : `_${String(at).padStart(5, '0')}`}`;

/** Records as the database returns them, with keys made from their index. */
export const records = <Body,>(bodies: Body[]) =>
  Object.fromEntries(bodies.map((body, at) => [keyAt(at), body])) as Record<string, never>;

/** Between two keys no time passes where time is fake. */
const advanceTimers = (milliseconds: number) =>
  'clock' in setTimeout ? jest.advanceTimersByTime(milliseconds) : undefined;

type Options = {
  user?: typeof ada | null;
  /** The database's tasks; without them no answer arrives. */
  tasks?: TaskBody[];
  notes?: NoteBody[];
  store?: ReturnType<typeof createStore>['store'];
  history?: InitialEntry[];
  /** Without them forms store nothing. */
  drafts?: DraftService;
};

/** The whole app on the real store, without its sagas: `sent` is what the screens dispatch, in order. */
export function renderApp(
  path: InitialEntry,
  { user: account = ada, tasks, notes, store = createStore().store, history = [], drafts }: Options = {},
) {
  const sent: UnknownAction[] = [];
  const user = userEvent.setup({ advanceTimers });
  const dispatch = store.dispatch;
  store.dispatch = ((action: UnknownAction) => {
    sent.push(action);
    return dispatch(action);
  }) as typeof dispatch;
  dispatch(dayChanged(TODAY));
  if (account) dispatch(signedIn(account));

  let location: ReturnType<typeof useLocation>;
  let go: (path: string) => void = () => {};
  const Address = () => {
    location = useLocation();
    return null;
  };
  const view = render(
    <Provider store={store}>
      <DraftsContext value={drafts ?? null}>
        <MemoryRouter initialEntries={[...history, path]} initialIndex={history.length}>
          <App onNavigator={navigate => (go = navigate)} />
          <Address />
        </MemoryRouter>
      </DraftsContext>
    </Provider>,
  );
  act(() => {
    if (tasks) dispatch(tasksLoaded(records(tasks)));
    if (notes) dispatch(notesLoaded(records(notes)));
  });
  return {
    ...view,
    store,
    sent,
    /** Dispatches as a saga would. */
    answer: (action: UnknownAction) => act(async () => void dispatch(action)),
    /** Tells what other devices stored beside tasks, by the tasks' keys. */
    arrive: (list: BesideList, values: object) =>
      act(async () => {
        dispatch(tasksSidecarsArrived({ list, type: 'changes', records: values as Records }));
      }),
    sentOf: (type: string) => sent.filter(action => action.type === type),
    path: () => location.pathname,
    search: () => location.search,
    go: (to: string) => act(() => go(to)),
    user,
    /** Pastes words behind those of a field, where it does not matter that they are typed: each key renders the whole app. */
    async write(field: HTMLElement, words: string) {
      await user.click(field);
      await user.paste(words);
    },
    main: () => screen.getByRole('main'),
  };
}
