/** Complaints of Redux Toolkit on the console about a state or an action (not serialisable, mutated) are failures. */
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

afterEach(() => {
  const complaints = jest.mocked(console.error).mock.calls;
  jest.mocked(console.error).mockRestore();
  expect(complaints).toEqual([]);
});
