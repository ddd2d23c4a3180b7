/**
 * Loads the code that moves rows within their day. Keys and menu load it in advance, so that a move is requested
 * synchronously, before the page can end.
 */
export const loadOrder = () => import(/* webpackChunkName: "order" */ './moveRows');
