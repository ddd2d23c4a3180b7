/** What keys do and open, with the saga that answers the palette. */
export { default as Keyboard } from './Keyboard';
export { keepFinding as saga } from '../find/findSagas';
