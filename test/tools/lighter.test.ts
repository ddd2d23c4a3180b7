/**
 * Packages whose insides the build replaces (scripts/webpack/lighter). A test that fails after an update means:
 * compare the new code with the replacement, then delete or update the replacement.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@babel/core';
import purely from '../../scripts/webpack/lighter/pureComponents.mjs';
import withoutDataRouters from '../../scripts/webpack/lighter/withoutDataRouters.mjs';
import withoutHydration from '../../scripts/webpack/lighter/withoutHydration.mjs';

const packages = path.resolve(__dirname, '../../node_modules');
const read = (file: string) => readFileSync(path.join(packages, file), 'utf8');
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const parsed = (text: string) => transformSync(text, { babelrc: false, configFile: false, compact: true });
const formik = read('formik/dist/formik.esm.js');
const sources = readdirSync(path.resolve(__dirname, '../../src'), { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name))
  .map(name => readFileSync(path.resolve(__dirname, '../../src', name), 'utf8'))
  .join('\n');

const REACT_DOM = 'react-dom/cjs/react-dom-client.production.js';
const ROUTER = 'react-router/dist/production/chunk-7RTFRKQW.mjs';

test.each([
  ['lodash-es/clone.js', '9f7005c7e7d8c46b'],
  ['lodash-es/cloneDeep.js', '1122beed4773529f'],
  ['hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js', 'ed989cf3e42997ae'],
  ['lucide-react/dist/esm/createLucideIcon.mjs', '063204014ee927ec'],
  ['lucide-react/dist/esm/Icon.mjs', '8da632dade4f5602'],
  [REACT_DOM, 'ae618ad6e4cb1666'],
  [ROUTER, '88f2899fbff2fad3'],
])('%s is as it was when it was replaced', (file, hash) => {
  const text = read(file).replace(/^ \* @license .*$/m, '');
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(hash);
});

test('Formik clones the values of a form alone, by the two functions that are replaced', () => {
  expect(formik.match(/from 'lodash-es\/clone\w*'/g)).toEqual([
    "from 'lodash-es/cloneDeep'",
    "from 'lodash-es/clone'",
  ]);
  expect([count(formik, /\bclone\((?!data)/g), count(formik, /\bcloneDeep\(/g)]).toEqual([2, 5]);
});

test('Formik copies statics of components only in what the app does not use', () => {
  expect(count(formik, /hoistNonReactStatics\(/g)).toBe(2);
  expect(sources).not.toMatch(/\b(connect|withFormik)\b.* from 'formik'/);
});

test('An icon is its data: a name, a size and the nodes that the replacement draws', () => {
  const icon = read('lucide-react/dist/esm/icons/pin.mjs');
  expect(icon).toContain("import createLucideIcon from '../createLucideIcon.mjs'");
  expect(icon).toContain('size: 24,\n  node: [');
  expect(icon).toContain('createLucideIcon(__iconData)');
});

test.each([
  ['formik/dist', { left: 3, marked: 0 }],
  ['react-router/dist/production', { left: 15, marked: 17 }],
])('the components of %s can be marked as pure, and it still parses', (folder, { left, marked }) => {
  const names = readdirSync(path.join(packages, folder)).filter(name => /\.(mjs|esm\.js)$/.test(name));
  const texts = names.map(name => read(path.join(folder, name)));
  const pure = texts.map(text => purely(text) as string);
  const all = (list: string[], pattern: RegExp) => count(list.join('\n'), pattern);
  const SET = /^\w+\.(displayName|defaultProps) = /gm;
  expect(all(texts, SET) - all(pure, SET)).toBe(left);
  expect(all(pure, /= \/\* @__PURE__ \*\/ React\d*\.(forwardRef|memo|createContext)\(/g)).toBe(marked);
  pure.forEach(parsed);
});

test.each([
  [REACT_DOM, withoutHydration, /\bisHydrating\b(?!\$)|\.dehydrated\b|hydrateRoot/, /\bhydrateRoot\b/],
  [
    ROUTER,
    withoutDataRouters,
    /\bdataRouter(Opts|State)\b/,
    /\b(RouterProvider|create\w+Router|useLoaderData)\b/,
  ],
])('%s without what the app does not use is whole', (file, without, removed, used) => {
  const text = read(file);
  const rest = (without as (source: string) => string)(text);
  expect(text).toMatch(removed);
  expect(rest).not.toMatch(removed);
  expect(sources).not.toMatch(used);
  parsed(rest);
});

test('React Router has a build for production with the names of the other', () => {
  const names = (kind: string) =>
    read(`react-router/dist/${kind}/index.mjs`)
      .match(/export \{([^}]*)\}/s)![1]!
      .trim();
  expect(names('production')).toBe(names('development'));
});
