import js from '@eslint/js';
import globals from 'globals';
import hooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';
import { houseLaws } from './scripts/lib/houseLaws.mjs';
import { lawsOfTheTree } from './scripts/lib/lintLaws.mjs';
import { sizeLaws } from './scripts/lib/sizeLaws.mjs';

/** Most rules of React run its compiler over each file, which is half of the time of all rules: for the long run. */
const reactLaws = {
  ...hooks.configs.flat['recommended-latest'],
  ...(process.env.LINT !== 'long' && {
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  }),
};

export default [
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.data/',
      '.backups/',
      'playwright-report/',
      'test-results/',
      '.cache/',
      'coverage/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...ts.configs.recommended,
  // Elsewhere nobody writes components.
  { files: ['src/**/*.{ts,tsx}', '{test,bench}/**/*.tsx'], ...reactLaws },
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  { files: ['scripts/**', 'bench/**', 'test/**'], rules: { 'no-console': 'off' } },
  // A fixture of Playwright that asks for none says `{}`.
  { files: ['test/{e2e,hosted}/**'], rules: { 'no-empty-pattern': 'off' } },
  { files: ['src/**/*.{ts,tsx}'], languageOptions: { globals: { ...globals.browser } } },
  {
    // Installed in a page as it is written: what it declares is for others.
    files: ['bench/inPage.js'],
    languageOptions: { sourceType: 'script', globals: { ...globals.browser } },
    rules: { '@typescript-eslint/no-unused-vars': ['error', { vars: 'local' }] },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  ...lawsOfTheTree,
  ...sizeLaws,
  ...houseLaws,
];
