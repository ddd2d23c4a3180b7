/** Runs one round of the fuzzers; `npm run fuzz -- --seconds 3600` is the long run. */
import { runFuzz } from './fuzz';

jest.setTimeout(300_000);

test('a round of random and grammar-aware input to every interface finds nothing', async () => {
  const lines: string[] = [];
  const result = await runFuzz({ seed: 12, seconds: 0, heapMegabytes: 256, tell: line => lines.push(line) });
  expect(lines).toEqual([]);
  expect(result).toMatchObject({ rounds: 1, findings: [], counts: { starts: 1 } });
  for (const way of ['rest', 'raw', 'socket', 'frames', 'tokens', 'identity', 'rules', 'restores'])
    expect(result.counts[way]).toBeGreaterThan(0);
});
