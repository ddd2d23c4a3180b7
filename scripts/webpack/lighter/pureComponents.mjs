/**
 * Marks the components and contexts that a package makes as it loads as pure, without their `displayName` and
 * `defaultProps`, so that the minifier drops the unused ones. Only for packages whose used components have no
 * `defaultProps`.
 */
export default source =>
  source
    .replace(/^\w+\.(displayName|defaultProps) = [^;]*;$/gm, '')
    .replace(/= (React\d*\.(forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
