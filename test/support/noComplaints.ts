/** What Redux Toolkit finds wrong with a state or an action (not serialisable, mutated) it tells the console: a failure. */
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

afterEach(() => {
  const complaints = jest.mocked(console.error).mock.calls;
  jest.mocked(console.error).mockRestore();
  expect(complaints).toEqual([]);
});
