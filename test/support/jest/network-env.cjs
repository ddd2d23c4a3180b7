// Node's fetch refuses jsdom's AbortSignal: what speaks to a server is tested with Node's own.
const AppEnvironment = require('./jsdom-env.cjs');
module.exports = class extends AppEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { AbortController, AbortSignal });
  }
};
