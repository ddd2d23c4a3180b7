// Sets the time zone of the process: tests see a copy of its environment, so they can’t.
const AppEnvironment = require('./jsdom-env.cjs');
const before = process.env.TZ;
const set = zone => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
};
module.exports = class extends AppEnvironment {
  async setup() {
    await super.setup();
    this.global.setTimeZone = set;
  }
  async teardown() {
    set(before);
    await super.teardown();
  }
};
