// Replaces `fast-check` in tests to set its seed: 1, so that each run is the same, or PROPERTY_SEED.
const fastCheck = require('fast-check/itself');

fastCheck.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
module.exports = fastCheck;
