// Skips the rest of a file of tests at its first failure, which has found the mutant: every test after it may wait for
// its time-out.
const handlers = globalThis[Symbol.for('EVENT_HANDLERS')]; // of jest-circus, whose `addEventHandler` adds to it

if (process.env.__STRYKER_ACTIVE_MUTANT__)
  handlers.push(({ name, test }, { rootDescribeBlock }) => {
    if (name === 'test_done' && test.errors.length > 0) skipAll(rootDescribeBlock);
  });

function skipAll({ children }) {
  for (const child of children)
    if (child.type === 'test') child.mode = 'skip';
    else skipAll(child);
}
