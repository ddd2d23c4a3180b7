/**
 * Marks components and contexts created at a package's top level as pure, and removes their `displayName` and
 * `defaultProps`, so that the minifier drops unused ones. Only for packages whose used components have no `defaultProps`.
 */
export default source =>
  source
    .replace(/^\w+\.(displayName|defaultProps) = [^;]*;$/gm, '')
    .replace(/= (React\d*\.(forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
