import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { signedOut } from '../../src/auth/authSlice';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { selectSelected } from '../../src/tasks/selecting/selected';
import { selectionSlice, selectionToggled } from '../../src/tasks/selecting/selectionSlice';

test.each([
  ['the user signs out', signedOut(undefined)],
  ['its tasks are changed', manyRequested([1], { type: 'move', to: { taskDueDay: '2026-03-10' } })],
])('A selection ends when %s', (_when, event) => {
  const store = configureStore({ reducer: combineReducers({ selection: selectionSlice.reducer }) });
  store.dispatch(selectionToggled(1));
  expect(selectSelected(store.getState())).toEqual({ 1: true });
  store.dispatch(event);
  expect(selectSelected(store.getState())).toEqual({});
});
