import fc from 'fast-check';

test('Property tests draw the same values in each run, unless PROPERTY_SEED is set', () => {
  const { seed } = fc.readConfigureGlobal()!;
  expect(seed).toBe(Number(process.env['PROPERTY_SEED'] ?? 1));
  const first: number[] = [];
  fc.assert(
    fc.property(fc.integer(), drawn => void first.push(drawn)),
    { numRuns: 5 },
  );
  const second: number[] = [];
  fc.assert(
    fc.property(fc.integer(), drawn => void second.push(drawn)),
    { numRuns: 5 },
  );
  expect(second).toEqual(first);
});
