import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Imports between the files of a folder, by path from it: in one bundle, at run time, and including imports of types.
 */
export type ImportGraph = Record<'inOneBundle' | 'atRunTime' | 'withTypes', Map<string, string[]>>;

/** The sources of a folder by path from it. */
export function sourcesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));
  return new Map(files.map(name => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** Builds the graph. Dynamic imports count as run-time imports, because a lazy dependency is a dependency. */
export function importGraph(sources: Map<string, string>): ImportGraph {
  const graph: ImportGraph = { inOneBundle: new Map(), atRunTime: new Map(), withTypes: new Map() };
  for (const [file, text] of sources) {
    const found = importsOf(file, text).flatMap(({ specifier, ...how }) => {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const to = [`${target}.ts`, `${target}.tsx`].find(name => sources.has(name));
      return to === undefined ? [] : [{ to, ...how }];
    });
    const targets = (imports: typeof found) => [...new Set(imports.map(({ to }) => to))];
    graph.withTypes.set(file, targets(found));
    graph.atRunTime.set(file, targets(found.filter(({ isType }) => !isType)));
    graph.inOneBundle.set(file, targets(found.filter(({ isType, isLate }) => !isType && !isLate)));
  }
  return graph;
}

function importsOf(file: string, text: string) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: { specifier: string; isType: boolean; isLate: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
        found.push({ specifier: node.moduleSpecifier.text, isType: isOfTypes(node), isLate: false });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteral(specifier))
        found.push({ specifier: specifier.text, isType: false, isLate: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter(({ specifier }) => specifier.startsWith('.'));
}

function isOfTypes(node: ts.ImportDeclaration | ts.ExportDeclaration) {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  const names = clause.namedBindings;
  const areTypes =
    names !== undefined &&
    ts.isNamedImports(names) &&
    names.elements.length > 0 &&
    names.elements.every(name => name.isTypeOnly);
  return clause.isTypeOnly || (!clause.name && areTypes);
}

/** A file's imports and, recursively, their imports. */
export function reachedFrom(graph: Map<string, readonly string[]>, from: string): Set<string> {
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
export function circlesIn(graph: Map<string, readonly string[]>): string[][] {
  const reached = new Map([...graph.keys()].map(name => [name, reachedFrom(graph, name)]));
  const groups = [...graph.keys()]
    .filter(name => reached.get(name)!.has(name))
    .map(name =>
      [...graph.keys()].filter(other => reached.get(name)!.has(other) && reached.get(other)?.has(name)),
    );
  return [...new Map(groups.map(group => [group.sort().join(), group])).values()];
}

/** The graph between the folders in `folders`. */
export function betweenFolders(graph: Map<string, readonly string[]>, folders: readonly string[]) {
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
export function betweenRooms(graph: Map<string, readonly string[]>): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    const from = roomOf(file);
    const others = targets.map(roomOf).filter(to => to !== from);
    result.set(from, [...new Set([...(result.get(from) ?? []), ...others])]);
  }
  return result;
}
