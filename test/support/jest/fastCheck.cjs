// What `import fc from 'fast-check'` gives a test: fast-check with the seed of this run. `npm test` draws the same
// values each time; `npm run test:long` sets PROPERTY_SEED to a new one and prints it.
const fastCheck = require('fast-check/itself');

fastCheck.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
module.exports = fastCheck;
