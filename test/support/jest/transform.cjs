// Compiles TypeScript and ES modules for Jest with SWC, in a twentieth of Babel's time.
const { transformSync } = require('@swc/core');

module.exports = {
  process(source, filename, { transformerConfig }) {
    const parser = /\.tsx?$/.test(filename)
      ? { syntax: 'typescript', tsx: filename.endsWith('x') }
      : { syntax: 'ecmascript' };
    return transformSync(source, {
      ...transformerConfig,
      filename,
      jsc: { ...transformerConfig.jsc, parser },
    });
  },
};
