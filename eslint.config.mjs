import js from '@eslint/js';
import globals from 'globals';
import hooks from 'eslint-plugin-react-hooks';
import prettier from 'eslint-config-prettier';
import ts from 'typescript-eslint';

/** A law of the tree: `files` may not import what `patterns` match. */
const law = (files, ...patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});
const firebaseOnly = {
  group: ['firebase', 'firebase/*', '@firebase/*', '**/firebase/*'],
  message: 'Only src/firebase knows Firebase; sagas are handed services.',
};
const noServer = { group: ['**/server/*', '**/server'], message: 'server and src know nothing of each other.' };
const effects = { group: ['redux-saga/effects'], message: 'Use the typed effects of src/effects.ts, with yield*.' };
const feature = (...names) => ({
  group: names.flatMap(name => [`**/${name}/*`]),
  message: 'index.tsx → app → { tasks, notes } → { auth, ui, outbox } → services.',
});

export default [
  { ignores: ['dist/', 'node_modules/', '.data/', 'playwright-report/', 'test-results/', '.cache/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  hooks.configs.flat['recommended-latest'],
  prettier,
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
    },
  },
  { files: ['scripts/**', 'bench/**', 'test/**'], rules: { 'no-console': 'off' } },
  { files: ['src/**/*.{ts,tsx}'], languageOptions: { globals: { ...globals.browser } } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  law(['src/app/**'], firebaseOnly, noServer, effects),
  law(['src/{tasks,notes}/**'], firebaseOnly, noServer, effects, feature('app')),
  law(['src/tasks/**'], firebaseOnly, noServer, effects, feature('app', 'notes')),
  law(['src/notes/**'], firebaseOnly, noServer, effects, feature('app', 'tasks')),
  law(['src/{auth,ui,outbox}/**'], firebaseOnly, noServer, effects, feature('app', 'tasks', 'notes')),
  law(['src/firebase/**'], noServer, effects, feature('app', 'tasks', 'notes', 'auth', 'ui', 'outbox')),
  law(['server/**'], { group: ['**/src/*', 'react*', 'firebase', 'firebase/*'], message: 'The server never reaches into the app.' }),
  {
    files: ['src/**/*Saga{,s}.ts', 'src/**/*Sagas.ts', 'src/**/rootSaga.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'YieldExpression[delegate=false]', message: 'yield* a typed effect of src/effects.ts.' },
      ],
      'no-restricted-globals': ['error', 'fetch', 'localStorage', 'indexedDB'],
    },
  },
];
