import fc from 'fast-check';

test('Property tests draw the same values in each run, unless PROPERTY_SEED is set', () => {
  const { seed } = fc.readConfigureGlobal()!;
  expect(seed).toBe(Number(process.env['PROPERTY_SEED'] ?? 1));
  const first: number[] = [];
  fc.assert(
    fc.property(fc.integer(), one => void first.push(one)),
    { numRuns: 5 },
  );
  const second: number[] = [];
  fc.assert(
    fc.property(fc.integer(), one => void second.push(one)),
    { numRuns: 5 },
  );
  expect(second).toEqual(first);
});
