// Replaces `fast-check` in tests to set the seed of the run: `npm test` uses the same values each time; `npm run
// test:long` sets PROPERTY_SEED to a new seed and prints it.
const fastCheck = require('fast-check/itself');

fastCheck.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
module.exports = fastCheck;
