/** The lists of files that a law of size or of words spares: a file that obeys leaves its list. */
import { ESLint, type Linter } from 'eslint';
import config from '../../eslint.config.mjs';
import { STILL_BROKEN } from '../../scripts/lib/houseLaws.mjs';
import { STILL_LONG } from '../../scripts/lib/sizeLaws.mjs';

jest.setTimeout(120_000);

const lists: [string, string[]][] = [
  ['max-lines', STILL_LONG],
  ...Object.entries(STILL_BROKEN).map(([rule, files]): [string, string[]] => [`house/${rule}`, files]),
];

test.each(lists)('every file on the list of %s breaks that rule', async (rule, files) => {
  const isSize = rule === 'max-lines';
  const strict: Linter.Config = {
    files: ['**/*'],
    rules: isSize
      ? { 'max-lines': ['error', 250], 'max-lines-per-function': ['error', 80] }
      : { [rule]: 'error' },
  };
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [...(config as Linter.Config[]), strict],
  });
  const results = await eslint.lintFiles(files.length > 0 ? files : ['eslint.config.mjs']);
  const broken = results.filter(({ messages }) =>
    messages.some(({ ruleId }) => ruleId === rule || (isSize && ruleId === 'max-lines-per-function')),
  );
  expect(broken.map(({ filePath }) => filePath).sort()).toEqual(
    files.map(file => `${process.cwd()}/${file}`).sort(),
  );
});
