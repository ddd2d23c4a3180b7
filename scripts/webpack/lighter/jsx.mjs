/** In place of React's, for elements that the first frame makes without React. */
export const jsx = (type, props) => ({ type, props });
export const jsxs = jsx;
export const Fragment = Symbol('Fragment');
