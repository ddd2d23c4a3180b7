import path from 'node:path';
import { betweenFolders, betweenRooms, circlesIn, importGraph, sourcesIn } from './importGraph';

const FEATURES = [
  'auth',
  'account',
  'tasks',
  'notes',
  'history',
  'trash',
  'transfer',
  'find',
  'keyboard',
  'selection',
  'drafts',
  'share',
  'quickAdd',
  'components',
  'ui',
  'sync',
  'syncLog',
  'settings',
  'day',
  'guide',
  'repeats',
];
const src = importGraph(sourcesIn(path.resolve(__dirname, '../../src')));
const graphOf = (sources: Record<string, string>) => importGraph(new Map(Object.entries(sources)));

describe('src/', () => {
  it('has no circle of imports at run time', () => {
    expect(src.atRunTime.size).toBeGreaterThan(200);
    expect(circlesIn(src.atRunTime)).toEqual([]);
  });

  it('has no circle between features, not even of types', () => {
    const features = betweenFolders(src.withTypes, FEATURES);
    expect([...features.values()].filter(targets => targets.length === 0).length).toBeLessThan(4);
    expect(circlesIn(features)).toEqual([]);
  });
});

describe('Folders', () => {
  // The typed hooks take the type of the state from the store.
  it('of src have no circle but by the typed hooks', () => {
    const graph = new Map(src.withTypes);
    expect(graph.get('hooks.ts')).toEqual(['app/store/rootReducer.ts']);
    graph.set('hooks.ts', []);
    expect(circlesIn(betweenRooms(graph))).toEqual([]);
  });

  it('of server have no circle', () => {
    const { withTypes, atRunTime } = importGraph(sourcesIn(path.resolve(__dirname, '../../server')));
    expect(circlesIn(atRunTime)).toEqual([]);
    expect(circlesIn(betweenRooms(withTypes))).toEqual([]);
  });
});

describe('A planted circle', () => {
  it('of two files is found', () => {
    const { atRunTime } = graphOf({
      'a/a.ts': `import { b } from '../b/b';`,
      'b/b.ts': `export { a } from '../a/a';`,
    });
    expect(circlesIn(atRunTime)).toEqual([['a/a.ts', 'b/b.ts']]);
  });

  it('that a late import closes is found', () => {
    const { atRunTime } = graphOf({
      'a.ts': `import './b';`,
      'b.tsx': `export const load = () => import(/* webpackChunkName: "c" */ './c');`,
      'c.ts': `import { a } from './a';`,
    });
    expect(circlesIn(atRunTime)).toEqual([['a.ts', 'b.tsx', 'c.ts']]);
  });

  it('of types is none at run time', () => {
    const { atRunTime, withTypes } = graphOf({
      'a.ts': `import type { B } from './b';`,
      'b.ts': `import { type A } from './a';`,
      'c.ts': `import { c, type C } from './a';`,
    });
    expect(circlesIn(atRunTime)).toEqual([]);
    expect(atRunTime.get('c.ts')).toEqual(['a.ts']);
    expect(circlesIn(withTypes)).toEqual([['a.ts', 'b.ts']]);
  });

  it('of two folders is found', () => {
    const { withTypes } = graphOf({
      'a/a.ts': `import { b } from './b/b';`,
      'a/b/b.ts': `import type { C } from '../c';`,
      'a/c.ts': '',
    });
    expect(circlesIn(betweenRooms(withTypes))).toEqual([['a', 'a/b']]);
  });

  it('of two files at the root is no circle of the folder between them', () => {
    const { withTypes } = graphOf({
      'index.ts': `import { a } from './a/a';`,
      'a/a.ts': `import { paths } from '../routes';`,
      'routes.ts': '',
    });
    expect(circlesIn(betweenRooms(withTypes))).toEqual([]);
  });

  it('of types between features is found', () => {
    const { withTypes } = graphOf({
      'notes/a.ts': `import type { B } from '../tasks/b';`,
      'notes/c.ts': '',
      'tasks/b.ts': '',
      'tasks/d.ts': `import type { C } from '../notes/c';`,
    });
    expect(circlesIn(withTypes)).toEqual([]);
    expect(circlesIn(betweenFolders(withTypes, ['notes', 'tasks']))).toEqual([['notes', 'tasks']]);
  });
});
