// A process has one time zone. Tests see a copy of its environment, so the zone is changed from out here.
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
