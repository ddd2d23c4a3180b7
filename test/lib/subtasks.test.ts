import fc from 'fast-check';
import {
  subtaskLine,
  continueList,
  linesOf,
  withSubtask,
  withTick,
  withoutSubtask,
  withSubtaskMoved,
  withSubtaskNamed,
  withSubtasks,
  withWords,
  wordsOf,
  withSubtasksOrNone,
  countSubtasks,
  withoutTicks,
} from '../../src/lib/text/subtasks';

const text = 'Market\n- [ ] Milk\n  - [x] Bread\r\n- [X] Eggs\n-[ ] no box\n- [ ]\nx - [ ] none';

test('Lines of - [ ] and - [x] are boxes, others are text', () => {
  expect(linesOf(text).map(({ text, box }) => [text, box && box.isTicked])).toEqual([
    ['Market', null],
    ['Milk', false],
    ['Bread', true],
    ['Eggs', true],
    ['-[ ] no box', null],
    ['', false],
    ['x - [ ] none', null],
  ]);
  expect(countSubtasks(text)).toEqual({ ticked: 2, all: 4 });
});

test('Ticking changes one mark and nothing else, also in words shown from further on', () => {
  for (const from of [0, 7]) {
    const milk = linesOf(text.slice(from), from).find(line => line.text === 'Milk')!;
    const ticked = withTick(text, milk.box!.at, true);
    expect(ticked).toBe(text.replace('- [ ] Milk', '- [x] Milk'));
    expect(withTick(ticked, milk.box!.at, false)).toBe(text);
  }
});

test('A carriage return alone ends a line, and ticks find their box', () => {
  const old = 'Shop\r- [ ] Milk\r- [x] Bread\n- [ ] Tea';
  expect(linesOf(old).map(({ text, box }) => [text, box && box.isTicked])).toEqual([
    ['Shop', null],
    ['Milk', false],
    ['Bread', true],
    ['Tea', false],
  ]);
  expect(countSubtasks(old)).toEqual({ ticked: 1, all: 3 });
  expect(withTick(old, linesOf(old)[1]!.box!.at, true)).toBe(old.replace('[ ] Milk', '[x] Milk'));
  expect(withSubtask('- [ ] Milk\rTwo', 'Tea')).toBe('- [ ] Milk\n- [ ] Tea\nTwo');
});

test('A place where no box is any more changes nothing', () => {
  expect(withTick('Short', 20, true)).toBe('Short');
});

/** Text in which lines with boxes are likely, and also lines that only resemble them. */
const texts = fc.string({
  unit: fc.constantFrom('- [ ] ', '- [x]', '- [X] b', 'a', ' ', '\n', '\n- [ ] ', '\r\n', '\u2028', '\t'),
  maxLength: 30,
});

test('Boxes are counted as they are drawn, also where a line has other breaks in it', () => {
  fc.assert(
    fc.property(texts, text => {
      const boxes = linesOf(text).flatMap(({ box }) => box ?? []);
      expect(countSubtasks(text)).toEqual({
        ticked: boxes.filter(({ isTicked }) => isTicked).length,
        all: boxes.length,
      });
    }),
  );
});

test('Opening all boxes again changes their marks and nothing else', () => {
  expect(withoutTicks(text)).toBe(text.replace('[x] Bread', '[ ] Bread').replace('[X]', '[ ]'));
  fc.assert(
    fc.property(texts, text => {
      const boxes = linesOf(text).flatMap(({ box }) => box ?? []);
      const byHand = boxes.reduce((now, { at }) => withTick(now, at, false), text);
      expect(withoutTicks(text)).toBe(byHand);
    }),
  );
});

test.each([
  ['', '- [ ] Milk'],
  ['For Sunday', 'For Sunday\n\n- [ ] Milk'],
  ['For Sunday\n\n', 'For Sunday\n\n- [ ] Milk'],
  ['- [x] Bread', '- [x] Bread\n- [ ] Milk'],
  ['A\n  - [ ] Bread\n\nB', 'A\n  - [ ] Bread\n  - [ ] Milk\n\nB'],
  ['- [ ] Bread\r\nB', '- [ ] Bread\r\n- [ ] Milk\nB'],
])('A box is added to %j behind the last one', (before, after) => {
  expect(withSubtask(before, ' Milk ')).toBe(after);
});

test('Words of several lines are one box', () => {
  expect(subtaskLine('Milk \n\n and bread', true)).toBe('- [x] Milk and bread');
});

const enter = (before: string, after = '') => {
  const next = continueList(before + after, before.length);
  return next && before.slice(0, next.from) + next.insert + after;
};

test.each([
  ['- [ ] Milk', '- [ ] Milk\n- [ ] '],
  ['A\n  - [x] Milk', 'A\n  - [x] Milk\n  - [ ] '],
  ['- Milk', '- Milk\n- '],
  ['* Milk', '* Milk\n* '],
])('Enter behind %j continues the list', (before, after) => {
  expect(enter(before)).toBe(after);
});

test('Enter within an item takes the rest of it along', () => {
  expect(enter('- [ ] Milk', ' and bread')).toBe('- [ ] Milk\n- [ ]  and bread');
});

test.each([
  ['- [ ] Milk\n- [ ] ', '- [ ] Milk\n'],
  ['- ', ''],
])('Enter on an empty item ends the list: %j', (before, after) => {
  expect(enter(before)).toBe(after);
});

test.each(['Milk', '', '-Milk', 'A - [ ] Milk'])('Enter behind %j is the browser’s own', before => {
  expect(enter(before)).toBeNull();
});

test.each([
  ['Milk\nBread', '- [ ] Milk\n- [ ] Bread'],
  ['- Milk\n  * Bread\n\n  Eggs\r\n', '- [ ] Milk\n  - [ ] Bread\n\n  - [ ] Eggs\r\n'],
  ['-5 degrees\n-', '- [ ] -5 degrees\n- [ ] -'],
  ['', ''],
  [' \n\t', ' \n\t'],
  ['For Sunday\n- [ ] Milk\n  - [x] Bread\r\n- [ ]', 'For Sunday\nMilk\n  Bread\r\n'],
])('Lines become subtasks, and subtasks lines: %j', (before, after) =>
  expect(withSubtasksOrNone(before)).toBe(after),
);

test('Subtasks made of any lines are their lines again, each one of its own', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,5}( [a-z]{1,5})?$/), { minLength: 1 }), lines => {
      const list = withSubtasksOrNone(lines.join('\n'));
      expect(countSubtasks(list).all).toBe(lines.length);
      expect(withSubtasksOrNone(list)).toBe(lines.join('\n'));
    }),
  );
});

test.each([
  ['Words', 'Words'],
  [' two\n', ' two\n'],
  ['For Sunday\n\n- [x] Milk\n- [ ] Eggs', 'For Sunday'],
  ['- [ ] Milk\n\nFor Sunday\n- [ ] Eggs\nand later\n', 'For Sunday\nand later'],
  ['- [ ] Milk\r\n', ''],
])('The words of %j are its other lines', (text, words) => {
  expect(wordsOf(text)).toBe(words);
  expect(withWords(text, words)).toBe(text);
});

test.each([
  ['- [ ] Milk', 'For Sunday', 'For Sunday\n\n- [ ] Milk'],
  ['For Sunday\n\n- [ ] Milk', 'For Monday\nand later', 'For Monday\nand later\n\n- [ ] Milk'],
  ['For Sunday\n\n- [ ] Milk', ' ', '- [ ] Milk'],
  ['A\n- [ ] Milk\nB\nC', 'A1\nB\nC', 'A1\n- [ ] Milk\nB\nC'],
  ['A\n- [ ] Milk\nB\nC', 'A\nB1\nC', 'A\n- [ ] Milk\nB1\nC'],
  ['A\n- [ ] Milk\nB\nC', 'A\nC', 'A\n- [ ] Milk\nC'],
  ['A\n- [ ] Milk\nB\nC', 'A1\nB1\nC', 'A1\nB1\n- [ ] Milk\nC'],
  ['- [ ] Milk\nsays', 'says more\n- [ ] Eggs', '- [ ] Milk\nsays more\n- [ ] Eggs'],
])('Subtasks keep their place beside other words: %j', (text, words, after) =>
  expect(withWords(text, words)).toBe(after),
);

test('Words are what was written, whatever subtasks stand beside them', () =>
  fc.assert(
    fc.property(texts, fc.stringMatching(/^[a-z]{1,3}(\n[a-z]{0,3}){0,3}[a-z]$/), (text, words) => {
      const after = withWords(text, words);
      expect(wordsOf(after).trim()).toBe(words);
      expect(countSubtasks(after)).toEqual(
        countSubtasks(text).all > 0 ? countSubtasks(text) : { ticked: 0, all: 0 },
      );
    }),
  ));

const two = 'A\n  - [x] Milk\nB\n- [ ] Eggs';
test.each([
  ['added below the first', withSubtasks(two, 'Tea', 0), 'A\n  - [x] Milk\n  - [ ] Tea\nB\n- [ ] Eggs'],
  ['pasted', withSubtasks('', '- [x] Tea\n\n* Rice \nOil'), '- [x] Tea\n- [ ] Rice\n- [ ] Oil'],
  ['renamed', withSubtaskNamed(two, 0, ' Tea'), 'A\n  - [x] Tea\nB\n- [ ] Eggs'],
  ['renamed by two lines', withSubtaskNamed(two, 1, 'Tea\nOil'), 'A\n  - [x] Milk\nB\n- [ ] Tea\n- [ ] Oil'],
  ['moved', withSubtaskMoved(two, 0, 1), 'A\n- [ ] Eggs\nB\n  - [x] Milk'],
  ['removed', withoutSubtask(two, 0), 'A\nB\n- [ ] Eggs'],
  ['removed, the last one', withoutSubtask('A\n\n- [ ] Eggs', 0), 'A'],
])('A subtask is %s', (_how, after, expected) => expect(after).toBe(expected));
