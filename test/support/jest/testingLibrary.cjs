// `waitFor` and `findBy…` wait as long as `support/until.ts`, in place of one second: how long a thing takes is nobody's
// test here.
const library = require('@testing-library/dom/dist/index.js');
library.configure({ asyncUtilTimeout: 20_000 });
module.exports = library;
