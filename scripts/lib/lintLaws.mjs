// The architecture as lint rules: which folder may import which, and which expressions are forbidden where.

//   index.tsx → app → features, as USES lists them → { routes, hooks, services (types and paths), lib }
//   index.tsx, boot.ts → { firebase, device } → services (types only)
//   server and src know nothing of each other; both may import shared, which imports nothing
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The files of services but for the paths. */
const SERVICES = readdirSync(new URL('../../src/services', import.meta.url))
  .filter(name => name.endsWith('.ts') && name !== 'databasePaths.ts')
  .map(name => path.basename(name, '.ts'));

/** Matches relative imports of a folder with this name, wherever it is. */
const relative = name => `^\\.{1,2}/(.*/)?${name}(/|$)`;

/** Folders that every feature may import, and those for features that store user data. */
const BASE = ['auth', 'components', 'sync', 'ui'];
const COMMON = [...BASE, 'drafts', 'settings'];

/** The features that each folder may import; there are no cycles. All may import lib, services, routes and hooks. */
const USES = {
  components: [],
  auth: ['components'],
  sync: ['auth'],
  ui: ['auth', 'components', 'sync'],
  account: BASE,
  drafts: BASE,
  settings: [...BASE, 'drafts'],
  repeats: [...BASE, 'settings'],
  tasks: [...COMMON, 'repeats'],
  notes: COMMON,
  history: COMMON,
  share: COMMON,
  syncLog: COMMON,
  trash: [...COMMON, 'history', 'notes', 'repeats', 'tasks'],
  tags: [...COMMON, 'notes', 'repeats', 'tasks'],
  quickAdd: [...COMMON, 'repeats', 'tags', 'tasks'],
  selection: [...COMMON, 'quickAdd', 'repeats', 'tags', 'tasks'],
  keyboard: [...COMMON, 'history', 'notes', 'quickAdd', 'selection', 'tags', 'tasks'],
  calendar: [...COMMON, 'repeats', 'tags', 'tasks'],
  reminders: [...COMMON, 'tasks'],
  day: [...COMMON, 'notes', 'reminders', 'tags', 'tasks'],
  feed: [...BASE, 'drafts', 'tags'],
  guide: [...COMMON, 'history', 'keyboard', 'notes', 'quickAdd', 'tags', 'tasks'],
  find: [...COMMON, 'keyboard', 'notes', 'repeats', 'tags', 'tasks', 'trash'],
  transfer: [...COMMON, 'notes', 'quickAdd', 'repeats', 'tags', 'tasks', 'trash'],
};
const FEATURES = ['app', ...Object.keys(USES)];
const othersThan = names => FEATURES.filter(name => !names.includes(name));

/** A folder of src as seen from a file that is a number of folders below it; deeper files climb at least two. */
const CLIMBS = ['\\./', '\\.\\./', '(\\.\\./){2,}'];
const no = (...names) => ({
  imports: depth => `^${CLIMBS[depth]}(${names.join('|')})(/|$)`,
  message:
    'index.tsx → app → features, as USES in scripts/lib/lintLaws.mjs lists them → { routes, hooks, services (types and paths), lib }.',
});
const noServer = { imports: relative('server'), message: 'server and src know nothing of each other.' };
const onlyShared = {
  imports: '^([^.]|\\.[^./]|\\.\\.[^/])|(^|/)(src|server)(/|$)',
  message: 'shared runs in browsers and on the server: it imports nothing but its own files.',
};
const noApp = {
  imports: `^\\.{1,2}/(.*/)?src/|^react|^redux|^@reduxjs`,
  message: 'The server never reaches into the app.',
};
const noFirebase = { imports: '^@?firebase(/|$)', message: 'Only src/firebase knows Firebase.' };
const noFirebaseFolder = {
  imports: relative('firebase'),
  message: 'index.tsx builds the services; everyone else is handed them.',
};
const noDevice = {
  imports: relative('device'),
  message: 'index.tsx hands out what the device offers.',
};
const noStore = {
  imports: '^react|^redux|^@reduxjs',
  message: 'src/firebase offers services and knows no store.',
};
const noReduxStore = {
  imports: '^react-redux|^@reduxjs|^redux',
  message: 'The kit gets what it shows as props and knows no store.',
};
const noEffects = {
  imports: '^redux-saga/effects$|^@redux-saga/core/effects$',
  message: 'Use the typed effects of src/lib/effects.ts, with yield*.',
};
const servicesAsTypes = {
  imports: `^\\.{1,2}/(.*/)?services/(${SERVICES.join('|')})$`,
  allowTypeImports: true,
  allowImportNames: ['ServiceFailure', 'failureOf'],
  message: 'Services arrive as arguments: import their types, and ServiceFailure to know a failure by.',
};
const noServices = {
  imports: '^\\.{1,2}/(.*/)?services/',
  message: 'Components know slices and selectors, never services.',
};
const noRouterLinks = {
  imports: '^react-router-dom$',
  importNames: ['Form', 'Link', 'NavLink'],
  message: 'Use src/components/Link.tsx: React Router’s own links bring code of its framework mode.',
};
const noSagas = { imports: 'Sagas?$', message: 'Components know slices and selectors, never sagas.' };

const NETWORK = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'];
const noNetwork = {
  globals: NETWORK,
  syntax: `MemberExpression[object.name=/^(window|globalThis|self)$/][property.name=/^(${NETWORK.join('|')})$/]`,
  message: 'Only src/firebase speaks to a server.',
};
const noStorage = {
  globals: ['localStorage', 'sessionStorage', 'indexedDB'],
  message: 'The device’s memory is a service, handed to sagas as an argument.',
};
const noMathRandom = {
  syntax: 'MemberExpression[object.name="Math"][property.name="random"]',
  message: 'What is drawn comes from the device’s cryptographic source: services.Random.',
};
const noOwnMock = {
  syntax:
    'CallExpression[callee.object.name="jest"][callee.property.name=/^(mock|doMock|setMock|unstable_mockModule)$/] > Literal.arguments[value=/^\\.{1,2}\\u002F/]',
  message: 'Tests run our own modules as they are: hand in a fake service, or look from outside.',
};

const noOwnComposing = {
  syntax:
    'MemberExpression[object.property.name="nativeEvent"][property.name="isComposing"], MemberExpression[object.name="nativeEvent"][property.name="isComposing"]',
  message:
    'Ask isComposing of src/components/input/composing.ts: Safari reports a composition by key code only.',
};
const WORDS = 'JSXText[value=/\\S/]';
const VALUE = 'JSXExpressionContainer:not(:has(> Literal)):not(:has(> JSXEmptyExpression))';
const noLooseText = {
  syntax: `${WORDS} ~ ${VALUE}, ${VALUE} ~ ${WORDS}`,
  message:
    'Write one template literal, or give the text an element: a translated page has replaced the text node that React looks for.',
};

const PATH = '^\\u002F(tasks|day|calendar|tags|auth|account|share)(\\u002F|$)';
const noPath = {
  syntax: `Literal[value=/${PATH}/], TemplateElement[value.raw=/${PATH}/]`,
  message: 'Paths are spelled in src/routes.ts alone.',
};

const src = [noServer, noMathRandom, noOwnComposing];
const outsideFirebase = [...src, noPath, noFirebase, noNetwork];
const handed = [...outsideFirebase, noEffects, noFirebaseFolder, servicesAsTypes];

/** Places, and the rules of each; of a file that is in two of them, the later. */
const PLACES = {
  'src/{boot.ts,index.tsx}': [...outsideFirebase, noEffects],
  'src/worker/': [...outsideFirebase, noEffects],
  'src/lib/*.{ts,tsx}': [...handed, noDevice, no(...FEATURES)],
  'src/lib/effects.ts': [...outsideFirebase, noFirebaseFolder, noDevice, no(...FEATURES)],
  'src/lib/*/*.{ts,tsx}': [...handed, noDevice, no(...FEATURES)],
  'src/hooks.ts': [...handed, noDevice, no(...othersThan(['app']))],
  'src/routes.ts': [...src, noFirebase, noNetwork, noDevice, no(...FEATURES)],
  'src/services/': [...outsideFirebase, noEffects, noFirebaseFolder, no(...othersThan(['auth']))],
  'src/firebase/': [...src, noEffects, noStore, servicesAsTypes, no(...FEATURES)],
  'src/device/': [...handed, no(...FEATURES), noStore],
  'src/app/': handed,
  ...Object.fromEntries(
    Object.entries(USES).map(([name, uses]) => [
      `src/${name}/`,
      [
        ...handed,
        no(...othersThan([name, ...uses])),
        ...(name === 'components' ? [noDevice, noReduxStore] : []),
      ],
    ]),
  ),
  'server/': [noApp, noFirebase],
  'shared/': [onlyShared, noNetwork, noStorage, noMathRandom],
  'test/**': [noOwnMock],
};

/** Kinds of file in a folder, and their rules besides those of the place. */
const KINDS = {
  '**/*': [],
  '**/*.tsx': [noServices, noSagas, noStorage, noRouterLinks, noLooseText],
  '**/*{Saga,Sagas,Selectors}.ts': [noStorage],
  '**/*Slice.ts': [noStorage],
};

const block = (files, laws, depth) => {
  const patterns = laws
    .filter(law => law.imports)
    .map(({ imports: of, ...rest }) => ({
      regex: typeof of === 'string' ? of : of(depth),
      caseSensitive: true,
      ...rest,
    }));
  return {
    files: [files],
    rules: {
      'no-restricted-imports': ['error', { patterns }],
      'house/syntax': [
        'error',
        ...laws.filter(law => law.syntax).map(({ syntax, message }) => ({ selector: syntax, message })),
      ],
      'no-restricted-globals': [
        'error',
        ...laws.flatMap(({ globals = [], message }) => globals.map(name => ({ name, message }))),
      ],
    },
  };
};

/** The files of a folder and its sub-folders. */
const within = (place, kind) => [
  [place + kind.replace('**/', ''), 1],
  [`${place}*/${kind}`, 2],
];

/**
 * The last block that configures a rule wins, so each place has one block per kind of file, with the
 * union of both rules.
 */
export const lawsOfTheTree = Object.entries(PLACES).flatMap(([place, laws]) =>
  place.endsWith('/')
    ? Object.entries(KINDS).flatMap(([kind, more]) =>
        within(place, kind).map(([files, depth]) => block(files, [...laws, ...more], depth)),
      )
    : [block(place, laws, place.split('/').length - 2)],
);
