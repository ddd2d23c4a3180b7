/**
 * Loads the code that moves rows within their day. It is there with the keys and the menu: a row then moves before its page
 * can end.
 */
export const loadOrder = () => import(/* webpackChunkName: "order" */ './moveRows');
