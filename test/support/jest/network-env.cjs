// Uses Node's own AbortSignal in tests that talk to a server, because Node's fetch refuses jsdom's.
const AppEnvironment = require('./jsdom-env.cjs');
module.exports = class extends AppEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { AbortController, AbortSignal });
  }
};
