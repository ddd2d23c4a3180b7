/** Replaces React's JSX runtime, for elements that the first frame creates without React. */
export const jsx = (type, props) => ({ type, props });
export const jsxs = jsx;
export const Fragment = Symbol('Fragment');
