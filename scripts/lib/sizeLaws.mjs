// The maximum length of files and functions, including comments and blank lines.

const MOST_LINES = { file: 350, function: 80 };

export const sizeLaws = [
  {
    files: ['{src,server,shared,scripts}/**/*.{ts,tsx,mjs}'],
    rules: {
      'max-lines': ['error', MOST_LINES.file],
      'max-lines-per-function': ['error', { max: MOST_LINES.function, IIFEs: true }],
    },
  },
];
