// `waitFor` and `findBy…` wait as long as `support/until.ts`, not one second: how long a thing takes is nobody's test here.
const library = require('@testing-library/dom/dist/index.js');
library.configure({ asyncUtilTimeout: 60_000 });
module.exports = library;
