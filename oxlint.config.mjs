import { houseLaws } from './scripts/lib/houseLaws.mjs';
import { lawsOfTheTree } from './scripts/lib/lintLaws.mjs';

const errors = (...rules) => Object.fromEntries(rules.map(rule => [rule, 'error']));

/** `npm run lint`. A block that comes later wins. */
export default {
  plugins: ['eslint', 'typescript', 'react', 'oxc'],
  jsPlugins: ['./scripts/lib/houseLaws.mjs'],
  categories: { correctness: 'error' },
  options: { denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'dist/',
    '.data/',
    '.backups/',
    'playwright-report/',
    'test-results/',
    '.cache/',
    'coverage/',
  ],
  env: { node: true, es2024: true },
  rules: {
    ...errors('no-array-constructor', 'no-case-declarations', 'no-console', 'no-empty'),
    ...errors('no-fallthrough', 'no-prototype-builtins', 'no-regex-spaces', 'no-undef'),
    ...errors('no-unexpected-multiline', 'no-useless-assignment', 'no-var', 'prefer-const'),
    ...errors('prefer-rest-params', 'prefer-spread', 'preserve-caught-error'),
    ...errors('typescript/ban-ts-comment', 'typescript/consistent-type-imports'),
    ...errors('typescript/no-empty-object-type', 'typescript/no-explicit-any', 'typescript/no-namespace'),
    ...errors('typescript/no-require-imports', 'typescript/no-unnecessary-type-constraint'),
    ...errors('typescript/no-unsafe-function-type'),
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'react/no-did-update-set-state': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  },
  overrides: [
    { files: ['**/*.{ts,tsx,mts}'], rules: { 'no-undef': 'off' } },
    { files: ['{scripts,bench,test}/**'], rules: { 'no-console': 'off' } },
    // A fixture of Playwright that asks for none says `{}`.
    { files: ['test/{e2e,hosted}/**'], rules: { 'no-empty-pattern': 'off' } },
    // Nobody writes components elsewhere.
    {
      files: ['src/**/*.{ts,tsx}', '{test,bench}/**/*.tsx'],
      rules: errors('react/rules-of-hooks', 'react/unsupported-syntax'),
    },
    { files: ['bench/inPage.js'], env: { browser: true } },
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
    // Comments and blank lines count.
    {
      files: ['{src,server,shared,scripts}/**/*.{ts,tsx,mjs}'],
      rules: {
        'max-lines': ['error', 350],
        'max-lines-per-function': ['error', { max: 80, IIFEs: true }],
      },
    },
    ...lawsOfTheTree,
    ...houseLaws,
  ],
};
