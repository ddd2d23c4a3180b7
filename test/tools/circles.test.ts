import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FEATURES = (
  'auth account tasks notes history trash transfer find keyboard selection drafts share quickAdd components ' +
  'ui sync syncLog settings day guide repeats'
).split(' ');
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

  it.each(['server', 'shared'])('of %s have no circle', top => {
    const { withTypes, atRunTime } = importGraph(sourcesIn(path.resolve(__dirname, '../..', top)));
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

/** Imports between the files of a folder, by path from it: at run time, and including imports of types. */
type ImportGraph = Record<'atRunTime' | 'withTypes', Map<string, string[]>>;

/** The sources of a folder by path from it. */
function sourcesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
  return new Map(files.map(name => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** Builds the graph. Dynamic imports count as run-time imports, because a lazy dependency is a dependency. */
function importGraph(sources: Map<string, string>): ImportGraph {
  const graph: ImportGraph = { atRunTime: new Map(), withTypes: new Map() };
  for (const [file, text] of sources) {
    const found = importsOf(text).flatMap(({ specifier, isType }) => {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const to = [`${target}.ts`, `${target}.tsx`].find(name => sources.has(name));
      return to === undefined ? [] : [{ to, isType }];
    });
    const targets = (imports: typeof found) => [...new Set(imports.map(({ to }) => to))];
    graph.withTypes.set(file, targets(found));
    graph.atRunTime.set(file, targets(found.filter(({ isType }) => !isType)));
  }
  return graph;
}

/** The imports of a formatted source: `import`, `export … from` and `import('…')`, but for `typeof import('…')`. */
function importsOf(text: string) {
  const all =
    /^(?:import|export)\s+(?:(type)\s+)?(?:([^'";=()]*?)\s*from\s+)?'(\.[^']*)'|(?<!typeof )\bimport\((?:\/\*.*?\*\/)?\s*'(\.[^']*)'\s*\)/gm;
  return [...text.matchAll(all)].map(([, type, names = '', specifier, lazy]) => ({
    specifier: specifier ?? lazy!,
    isType: Boolean(type) || /^\{(\s*type [^,}]+,?)+\s*\}$/.test(names),
  }));
}

/** A file's imports and, recursively, their imports. */
function reachedFrom(graph: Map<string, readonly string[]>, from: string): Set<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(from) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return seen;
}

/** Groups whose members all reach each other (strongly connected components of two or more); empty without circles. */
function circlesIn(graph: Map<string, readonly string[]>): string[][] {
  const reached = new Map([...graph.keys()].map(name => [name, reachedFrom(graph, name)]));
  const groups = [...graph.keys()]
    .filter(name => reached.get(name)!.has(name))
    .map(name =>
      [...graph.keys()].filter(other => reached.get(name)!.has(other) && reached.get(other)?.has(name)),
    );
  return [...new Map(groups.map(group => [group.sort().join(), group])).values()];
}

/** The graph between the folders in `folders`. */
function betweenFolders(graph: Map<string, readonly string[]>, folders: readonly string[]) {
  const folderOf = (file: string) => file.slice(0, Math.max(file.indexOf('/'), 0));
  const result = new Map<string, string[]>(folders.map(name => [name, []]));
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from !== to && folders.includes(to)) result.get(from)?.push(to);
    }
  return result;
}

/** The folder of a file. A file at the root is a room of its own: entry points stand above all, routes below all. */
const roomOf = (file: string) => (file.includes('/') ? path.dirname(file) : file);

/** The graph between all folders, including sub-folders. */
function betweenRooms(graph: Map<string, readonly string[]>): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    const from = roomOf(file);
    const others = targets.map(roomOf).filter(to => to !== from);
    result.set(from, [...new Set([...(result.get(from) ?? []), ...others])]);
  }
  return result;
}
