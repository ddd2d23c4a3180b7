// A worker reads a package's module and compiles any module once for all its test files; Jest's own runtime does so
// anew for each of them.
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Of each file the last script, with what it was made of. */
const scripts = new Map();
/** The text of each module of a package; the others may change while Jest watches them. */
const texts = new Map();

function scriptOf(filename, source, parameters) {
  const known = scripts.get(filename);
  if (known?.source === source && known.parameters === parameters) return known.script;
  const head = `(function(${parameters}){`;
  const script = new Script(
    `${head}${/jestAdapterInit\.js$/.test(filename) ? withoutHooks(source) : source}\n})`,
    { filename, columnOffset: -head.length },
  );
  scripts.set(filename, { source, parameters, script });
  return script;
}

/**
 * jest-circus keeps the running test in Node's storage that follows each promise, for tests that run at once. A file's
 * tests run one after the other: a variable holds theirs, and a promise costs half.
 */
const STORAGE = 'new _nodeAsync_hooks.AsyncLocalStorage()';
const withoutHooks = source => source.replace(STORAGE, `(${runningTest.toString()})()`);
function runningTest() {
  let store;
  return {
    getStore: () => store,
    run(next, act) {
      const outer = store;
      store = next;
      return act().finally(() => (store = outer));
    },
  };
}

module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    const { executor, fileCache } = this;
    const read = fileCache.readFile.bind(fileCache);
    fileCache.readFile = filename => {
      if (!filename.includes('/node_modules/')) return read(filename);
      if (!texts.has(filename)) texts.set(filename, read(filename));
      return texts.get(filename);
    };
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      if (context === null) return null;
      try {
        return scriptOf(filename, source, executor.injectedModuleParameters.join()).runInContext(context);
      } catch {
        return compile(source, filename); // it says what is wrong
      }
    };
  }
};
