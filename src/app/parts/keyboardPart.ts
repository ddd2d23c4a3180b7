/** Keyboard commands and dialogs, with the slice and saga of the palette. */
export { default as Keyboard } from './Keyboard';
export { findSlice as slice } from '../../find/findSlice';
export { keepFinding as saga } from '../../find/findSagas';
