// A worker compiles a module once for all its test files; Jest's own runtime compiles it anew for each of them.
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Of each file the last script, with what it was made of. */
const scripts = new Map();

function scriptOf(filename, source, parameters) {
  const known = scripts.get(filename);
  if (known?.source === source && known.parameters === parameters) return known.script;
  const head = `(function(${parameters}){`;
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  scripts.set(filename, { source, parameters, script });
  return script;
}

module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    const { executor } = this;
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
