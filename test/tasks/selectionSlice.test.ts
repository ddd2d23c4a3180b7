import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { signedOut } from '../../src/auth/authSlice';
import { selectSelected } from '../../src/tasks/selecting/selected';
import { selectionSlice, selectionToggled } from '../../src/tasks/selecting/selectionSlice';

test('A selection ends when the user signs out', () => {
  const store = configureStore({ reducer: combineReducers({ selection: selectionSlice.reducer }) });
  store.dispatch(selectionToggled(1));
  expect(selectSelected(store.getState())).toEqual({ 1: true });
  store.dispatch(signedOut(undefined));
  expect(selectSelected(store.getState())).toEqual({});
});
