/** The lists of files that a law of words spares: a file that obeys leaves its list. */
import { ESLint, type Linter } from 'eslint';
import config from '../../eslint.config.mjs';
import { STILL_BROKEN } from '../../scripts/lib/houseLaws.mjs';

jest.setTimeout(120_000);

test.each(Object.entries(STILL_BROKEN))(
  'every file on the list of %s breaks that rule',
  async (name, files) => {
    const rule = `house/${name}`;
    const strict: Linter.Config = { files: ['**/*'], rules: { [rule]: 'error' } };
    const eslint = new ESLint({
      overrideConfigFile: true,
      overrideConfig: [...(config as Linter.Config[]), strict],
    });
    const results = await eslint.lintFiles(files.length > 0 ? files : ['eslint.config.mjs']);
    const broken = results.filter(({ messages }) => messages.some(({ ruleId }) => ruleId === rule));
    expect(broken.map(({ filePath }) => filePath).sort()).toEqual(
      files.map(file => `${process.cwd()}/${file}`).sort(),
    );
  },
);
