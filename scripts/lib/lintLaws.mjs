// The laws of the tree as ESLint's own rules: who may import whom, and what may not be said where.
//
//   index.tsx → app → { day, transfer, syncLog, quickAdd, find → keyboard → moves } → trash → { tasks, notes, history } → settings → { auth, account, ui, sync, components } → { services (types only), lib }
//   index.tsx, boot.ts → { firebase, device } → services (types only)
//   server and src know nothing of each other

/** Matches a relative import of these folders or files. */
const relative = names => `^\\.{1,2}/(?!(.*/)?services/)(.*/)?(${names.join('|')})(/|$)`;
const FEATURES = [
  'app',
  'day',
  'settings',
  'find',
  'keyboard',
  'moves',
  'transfer',
  'quickAdd',
  'trash',
  'tasks',
  'notes',
  'history',
  'auth',
  'account',
  'ui',
  'sync',
  'syncLog',
  'components',
];

/** The typed hooks and the paths are the two files of app/ that the others may import. */
const no = (...names) => ({
  imports: relative(names.map(name => (name === 'app' ? 'app(?!/(hooks|paths)$)' : name))),
  message:
    'index.tsx → app → { day, transfer, syncLog, quickAdd, find → keyboard → moves } → trash → { tasks, notes, history } → settings → { auth, account, ui, sync, components } → { services (types only), lib }.',
});
const noServer = { imports: relative(['server']), message: 'server and src know nothing of each other.' };
const noApp = {
  imports: `^\\.{1,2}/(.*/)?src/|^react|^redux|^@reduxjs`,
  message: 'The server never reaches into the app.',
};
const noFirebase = { imports: '^@?firebase(/|$)', message: 'Only src/firebase knows Firebase.' };
const noFirebaseFolder = {
  imports: relative(['firebase']),
  message: 'index.tsx builds the services; everyone else is handed them.',
};
const noDevice = {
  imports: relative(['device']),
  message: 'index.tsx hands out what the device offers.',
};
const noStore = {
  imports: '^react|^redux|^@reduxjs',
  message: 'src/firebase offers services and knows no store.',
};
const noEffects = {
  imports: '^redux-saga/effects$|^@redux-saga/core/effects$',
  message: 'Use the typed effects of src/lib/effects.ts, with yield*.',
};
const servicesAsTypes = {
  imports: '^\\.{1,2}/(.*/)?services/',
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
const noClock = {
  syntax: [
    'NewExpression[callee.name="Date"][arguments.length=0]',
    'CallExpression[callee.name="dayjs"][arguments.length=0]',
    'MemberExpression[object.name="Date"][property.name="now"]',
  ].join(','),
  message: 'Selectors never read the clock, sagas are handed one.',
};
const delegated = {
  syntax: 'YieldExpression[delegate=false]',
  message: 'yield* a typed effect of src/lib/effects.ts.',
};
const noOwnMock = {
  syntax:
    'CallExpression[callee.object.name="jest"][callee.property.name=/^(mock|doMock|setMock|unstable_mockModule)$/] > Literal.arguments[value=/^\\.{1,2}\\u002F/]',
  message: 'Tests run our own modules as they are: hand in a fake service, or look from outside.',
};

const PATH = '^\\u002F(tasks|day|auth|account)(\\u002F|$)';
const noPath = {
  syntax: `Literal[value=/${PATH}/], TemplateElement[value.raw=/${PATH}/]`,
  message: 'Paths are spelled in src/app/paths.ts alone.',
};

const src = [noServer, noMathRandom];
const outsideFirebase = [...src, noPath, noFirebase, noNetwork];
const handed = [...outsideFirebase, noEffects, noFirebaseFolder, servicesAsTypes];

/** Places that share no file, and the laws of each. */
const PLACES = {
  'src/{boot.ts,index.tsx}': [...outsideFirebase, noEffects],
  'src/lib/effects.ts': [...outsideFirebase, noFirebaseFolder, noDevice, no(...FEATURES)],
  'src/lib/!(effects).{ts,tsx}': [...handed, noDevice, no(...FEATURES)],
  'src/services/': [
    ...outsideFirebase,
    noEffects,
    noFirebaseFolder,
    no(...FEATURES.filter(name => name !== 'auth')),
  ],
  'src/firebase/': [...src, noEffects, noStore, servicesAsTypes, no(...FEATURES)],
  'src/device/': [...handed, no(...FEATURES), noStore],
  'src/app/': handed,
  'src/day/': [...handed, no('app', 'find', 'keyboard', 'moves', 'transfer', 'trash', 'history')],
  'src/find/': [...handed, no('app', 'day', 'transfer')],
  'src/keyboard/': [...handed, no('app', 'day', 'find', 'transfer')],
  'src/moves/': [...handed, no('app', 'day', 'find', 'keyboard', 'transfer', 'trash')],
  'src/transfer/': [...handed, no('app', 'day', 'find', 'keyboard', 'moves')],
  'src/quickAdd/': [
    ...handed,
    no('app', 'day', 'find', 'keyboard', 'moves', 'transfer', 'trash', 'notes', 'history'),
  ],
  'src/syncLog/': [
    ...handed,
    no('app', 'day', 'find', 'keyboard', 'moves', 'transfer', 'trash', 'tasks', 'notes', 'history'),
  ],
  'src/trash/': [...handed, no('app', 'day', 'find', 'keyboard', 'moves', 'transfer')],
  'src/tasks/': [
    ...handed,
    no('app', 'day', 'find', 'keyboard', 'moves', 'transfer', 'trash', 'notes', 'history'),
  ],
  'src/notes/': [
    ...handed,
    no('app', 'day', 'find', 'keyboard', 'moves', 'transfer', 'trash', 'tasks', 'history'),
  ],
  'src/history/': [
    ...handed,
    no('app', 'day', 'find', 'keyboard', 'moves', 'transfer', 'trash', 'tasks', 'notes'),
  ],
  'src/settings/': [
    ...handed,
    no('app', 'day', 'find', 'keyboard', 'moves', 'transfer', 'trash', 'tasks', 'notes', 'history'),
  ],
  'src/{auth,account,ui,sync,components}/': [
    ...handed,
    no(
      'app',
      'day',
      'settings',
      'find',
      'keyboard',
      'moves',
      'transfer',
      'trash',
      'tasks',
      'notes',
      'history',
    ),
  ],
  'server/': [noApp, noFirebase],
  'test/**': [noOwnMock],
};

/** Kinds of file in a folder, and what each obeys besides the laws of its place. */
const KINDS = {
  '**': [],
  '**/*.tsx': [noServices, noSagas, noStorage, noRouterLinks],
  '**/*{Saga,Sagas}.ts': [delegated, noClock, noStorage],
  '**/*Selectors.ts': [noClock, noStorage],
  '**/*Slice.ts': [noStorage],
};

/** A dynamic import obeys the laws of a static one. */
const dynamicImport = ({ imports, message }) => ({
  selector: `ImportExpression[source.value=/${imports.replaceAll('/', '\\u002F')}/]`,
  message,
});

const block = (files, laws) => {
  const imports = laws.filter(law => law.imports);
  return {
    files: [files],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: imports.map(({ imports: regex, ...rest }) => ({ regex, caseSensitive: true, ...rest })) },
      ],
      'no-restricted-syntax': [
        'error',
        ...imports.map(dynamicImport),
        ...laws.filter(law => law.syntax).map(({ syntax, message }) => ({ selector: syntax, message })),
      ],
      'no-restricted-globals': [
        'error',
        ...laws.flatMap(({ globals = [], message }) => globals.map(name => ({ name, message }))),
      ],
    },
  };
};

/**
 * In a flat config the last block that names a rule wins, so each place has one block for each kind of file, with the
 * union of the laws of both.
 */
export const lawsOfTheTree = Object.entries(PLACES).flatMap(([place, laws]) =>
  place.endsWith('/')
    ? Object.entries(KINDS).map(([kind, more]) => block(place + kind, [...laws, ...more]))
    : [block(place, laws)],
);
