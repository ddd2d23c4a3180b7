import { createAction, createSlice } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { part, runPart } from '../../src/app/parts/part';
import { rootReducer } from '../../src/app/store/rootReducer';
import { put, type Saga } from '../../src/lib/effects';
import { configureStore } from '@reduxjs/toolkit';

const started = createAction<string>('late/started');
const slice = createSlice({
  name: 'late',
  initialState: { startedFor: '' },
  reducers: {},
  extraReducers: builder =>
    builder.addCase(started, (state, { payload }) => void (state.startedFor = payload)),
});
function* saga(userId: string): Saga {
  yield* put(started(userId));
}

function storeOf() {
  const sagas = createSagaMiddleware();
  const store = configureStore({ reducer: rootReducer, middleware: defaults => defaults().prepend(sagas) });
  return { sagas, late: () => (store.getState() as { late?: { startedFor: string } }).late };
}

test('A part is loaded once, and its saga runs when its code is there, with its slice', async () => {
  const { sagas, late } = storeOf();
  let loads = 0;
  const latePart = part(async () => {
    loads += 1;
    return { slice, saga, title: 'Late' };
  });
  sagas.run(() => runPart(latePart, 'anna'));
  await Promise.resolve();
  expect(late()).toBeUndefined();

  const [first, second] = await Promise.all([latePart.load(), latePart.load()]);
  expect([first.title, second, loads]).toEqual(['Late', first, 1]);
  expect(late()).toEqual({ startedFor: 'anna' });
});

test('A part whose code does not come is a network failure, and can be loaded again', async () => {
  let isOffline = true;
  const latePart = part(() =>
    isOffline ? Promise.reject<{ saga: typeof saga }>(new Error('404')) : Promise.resolve({ saga }),
  );
  await expect(latePart.load()).rejects.toMatchObject({ kind: 'network' });
  isOffline = false;
  await expect(latePart.load()).resolves.toEqual({ saga });
});
