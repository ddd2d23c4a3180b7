/**
 * Marks the components and contexts that React Router makes as it loads as pure, and leaves out their names for
 * DevTools, so that the minifier drops those that the app does not use.
 */
export default source =>
  source
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/= (React\d*\.(forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
