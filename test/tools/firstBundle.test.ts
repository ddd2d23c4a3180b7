import path from 'node:path';
import { importGraph, reachedFrom, sourcesIn } from './importGraph';

const { inOneBundle } = importGraph(sourcesIn(path.resolve(__dirname, '../../src')));
const ofRepeats = (entry: string) =>
  [...reachedFrom(inOneBundle, entry)]
    .filter(file => /^repeats\/|^tasks\/(taskPayloads|\w*[sS]eries)/.test(file))
    .sort();

test('The first bundle has of repeats what a tick needs; rules and words come late', () => {
  expect(ofRepeats('index.tsx')).toEqual([
    'repeats/knownSeries.ts',
    'repeats/lazyRules.ts',
    'repeats/repeat.ts',
    'tasks/taskPayloads.ts',
    'tasks/taskSeries.ts',
  ]);
});

test('The first frame draws what repeats without any code of repeats', () => {
  expect(ofRepeats('boot.ts')).toEqual([]);
});
