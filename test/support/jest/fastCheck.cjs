// Replaces `fast-check` in tests: its seed is 1, so that each run is the same, or PROPERTY_SEED; a property that says no
// number is tried 100 times with TESTS=long, else 30.
const fastCheck = require('fast-check/itself');

const numRuns = process.env.TESTS === 'long' ? 100 : 30;
fastCheck.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1), numRuns });
module.exports = fastCheck;
