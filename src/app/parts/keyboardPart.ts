/** The actions and dialogs of keys, with the palette's slice and the saga that answers it. */
export { default as Keyboard } from './Keyboard';
export { findSlice as slice } from '../../find/findSlice';
export { keepFinding as saga } from '../../find/findSagas';
