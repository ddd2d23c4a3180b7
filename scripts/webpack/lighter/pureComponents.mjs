/**
 * Marks the components and contexts that a package makes as it loads as pure, and leaves out what it sets on them for
 * DevTools and for itself, so that the minifier drops those that the app does not use. Only for packages of whose
 * components the app uses none that has `defaultProps`.
 */
export default source =>
  source
    .replace(/^\w+\.(displayName|defaultProps) = [^;]*;$/gm, '')
    .replace(/= (React\d*\.(forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
