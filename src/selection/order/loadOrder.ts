/** Loads the code that moves rows within their day; it comes with what drags. */
export const loadOrder = () => import(/* webpackChunkName: "drag" */ './moveRows');
