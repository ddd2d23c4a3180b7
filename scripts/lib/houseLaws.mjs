// Rules that the linter does not have: for comments, units of times, the clock, yields of sagas, and chosen syntax.

const MOST_WORDS = 45;
const LEADING = /^(That|One|What)\b/;
/** Comments for tools. */
const DIRECTIVE = /^\s*(oxlint|@ts-|prettier-|webpack|@__PURE__|@jest|!|<reference)/;

/** Adjacent line comments without code between them count as one. */
function blocksOf(sourceCode) {
  const blocks = [];
  for (const comment of sourceCode.getAllComments()) {
    const last = blocks.at(-1)?.at(-1);
    const isNext =
      last?.type === 'Line' &&
      comment.type === 'Line' &&
      last.loc.end.line + 1 === comment.loc.start.line &&
      last.loc.start.column === comment.loc.start.column;
    if (isNext) blocks.at(-1).push(comment);
    else blocks.push([comment]);
  }
  return blocks;
}

const textOf = block =>
  block
    .map(({ value }) => value.replace(/^\s*\*+ ?/gm, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

/** At most 45 words, the subject first. */
const comments = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      long: 'A comment has at most {{most}} words; this has {{count}}.',
      leading: 'A comment begins with its subject, not with That, One or What.',
    },
  },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const block of blocksOf(sourceCode)) {
        const text = textOf(block);
        if (DIRECTIVE.test(text)) continue;
        const loc = { start: block[0].loc.start, end: block.at(-1).loc.end };
        const count = text.split(' ').filter(word => /\w/.test(word)).length;
        if (count > MOST_WORDS) report({ loc, messageId: 'long', data: { most: MOST_WORDS, count } });
        if (LEADING.test(text)) report({ loc, messageId: 'leading' });
      }
    },
  }),
};

/** A constant with a time names its unit, or is a product of named units. */
const TIME_NAME =
  /(DELAY|PATIENCE|PAUSE|TIMEOUT|LIFETIME|INTERVAL|WAIT|WAITS|_AGE|TTL|PERIOD|DURATION|GRACE|BACKOFF|SOON|LINGER|PRESS|PASSING)$/;
const timers = new Set(['setTimeout', 'setInterval']);
const timeUnits = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { unit: 'A constant that is a time carries its unit: {{name}}_MS, _S, _MINUTES.' },
  },
  create: ({ report, sourceCode }) => {
    const isNumeric = node =>
      node?.type === 'Literal'
        ? typeof node.value === 'number'
        : node?.type === 'BinaryExpression'
          ? isNumeric(node.left) && isNumeric(node.right)
          : node?.type === 'ArrayExpression'
            ? node.elements.length > 0 && node.elements.every(isNumeric)
            : node?.type === 'TSAsExpression'
              ? isNumeric(node.expression)
              : false;
    const hasUnit = name => /_(MS|S|SECONDS|MINUTES|HOURS|DAYS)$|(Ms|Seconds)$/.test(name);
    const check = (node, name) => {
      if (!hasUnit(name)) report({ node, messageId: 'unit', data: { name } });
    };
    return {
      'Program > VariableDeclaration > VariableDeclarator, Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator'(
        node,
      ) {
        if (node.id.type !== 'Identifier' || !node.init) return;
        const { name } = node.id;
        const isTime =
          (isNumeric(node.init) && TIME_NAME.test(name)) ||
          (isNumeric(node.init) &&
            sourceCode
              .getDeclaredVariables(node)
              .some(v =>
                v.references.some(
                  ({ identifier: { parent } }) =>
                    parent.type === 'CallExpression' &&
                    (timers.has(parent.callee.name) || parent.callee.name === 'delay'),
                ),
              ));
        if (isTime) check(node, name);
      },
    };
  },
};

/** Forbids what a selector matches: a separate rule, which can have its own exceptions. */
const refuse = (selector, text) => ({
  meta: { type: 'problem', schema: [], messages: { refused: text } },
  create: ({ report }) => ({ [selector]: node => report({ node, messageId: 'refused' }) }),
});

const clock = refuse(
  [
    'NewExpression[callee.name="Date"][arguments.length=0]',
    'CallExpression[callee.name="dayjs"][arguments.length=0]',
    'MemberExpression[object.name="Date"][property.name="now"]',
  ].join(','),
  'The clock is read in src/device, in src/firebase and where an event is made; everyone else is handed it.',
);
const delegatedYield = refuse(
  'YieldExpression[delegate=false]',
  'yield* a typed effect of src/lib/effects.ts.',
);

/** Forbids what the selectors of its options match, each with its message. */
const syntax = {
  meta: { type: 'problem', schema: { type: 'array' } },
  create: ({ options, report }) =>
    Object.fromEntries(options.map(({ selector, message }) => [selector, node => report({ node, message })])),
};

const LONGEST_TITLE = 80;
const TAGS = /\s@[\w-]+/g;
const TESTS = new Set(['test', 'it', 'describe']);

/** The first name of a call: `test` of `test.each(rows)('…')`. */
const rootOf = node =>
  node.type === 'Identifier'
    ? node.name
    : rootOf(node.callee ?? node.object ?? node.tag ?? { type: 'Identifier' });

/** The title of a test or a story, without its tags, fits on a line. */
const titles = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { long: 'A title has at most {{most}} characters; this has {{count}}.' },
  },
  create: ({ report, sourceCode }) => ({
    CallExpression({ callee, arguments: [title] }) {
      if (!TESTS.has(rootOf(callee))) return;
      if (title?.type !== 'TemplateLiteral' && typeof title?.value !== 'string') return;
      const count = sourceCode.getText(title).slice(1, -1).replace(TAGS, '').length;
      if (count > LONGEST_TITLE)
        report({ node: title, messageId: 'long', data: { most: LONGEST_TITLE, count } });
    },
  }),
};

/** The rules as a plugin. */
export default {
  meta: { name: 'house' },
  rules: { comments, titles, 'time-units': timeUnits, clock, 'delegated-yield': delegatedYield, syntax },
};

/** Files that create events: a requested change, a tick, an answer, a line of the log, a text that was typed. */
const MAKERS_OF_EVENTS = [
  'src/quickAdd/QuickAdd.tsx',
  'src/sync/operations.ts',
  'src/sync/queue/store/operationLog.ts',
  'src/tasks/reminderAnswers.ts',
  'src/tasks/selecting/selectionSlice.ts',
  'src/tasks/taskActions.ts',
];
/** Generators that are not sagas: they yield records, slices of work, or lines. */
const NO_SAGAS = [
  'src/find/sources.ts',
  'src/lib/days/buckets.ts',
  'src/sync/records/senders/writeOnce.ts',
  'src/transfer/import/importPlan.ts',
];

export const houseLaws = [
  {
    files: ['{src,server,shared,scripts,bench,test}/**/*.{ts,tsx,mjs,mts,cjs,js}', '*.{ts,mts,mjs,cjs}'],
    rules: { 'house/time-units': 'error' },
  },
  {
    files: ['{src,server,shared,scripts,bench,test}/**/*.{ts,tsx,mjs,mts}'],
    rules: { 'house/comments': 'error' },
  },
  { files: ['test/**/*.{ts,tsx}'], rules: { 'house/titles': 'error' } },
  { files: ['shared/**/*.ts'], rules: { 'house/clock': 'error' } },
  { files: ['src/**/*.{ts,tsx}'], rules: { 'house/clock': 'error', 'house/delegated-yield': 'error' } },
  {
    files: ['src/{device,firebase}/**', 'src/boot.ts', 'src/index.tsx', ...MAKERS_OF_EVENTS],
    rules: { 'house/clock': 'off' },
  },
  { files: ['src/lib/effects.ts', ...NO_SAGAS], rules: { 'house/delegated-yield': 'off' } },
];
