import fc from 'fast-check';
import {
  boxLine,
  continueList,
  linesOf,
  withBox,
  withTick,
  markAt,
  withBoxesOrNone,
  countBoxes,
  withoutTicks,
} from '../../src/lib/text/checklist';

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
  expect(countBoxes(text)).toEqual({ ticked: 2, all: 4 });
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
  expect(countBoxes(old)).toEqual({ ticked: 1, all: 3 });
  expect(withTick(old, linesOf(old)[1]!.box!.at, true)).toBe(old.replace('[ ] Milk', '[x] Milk'));
  expect(withBox('- [ ] Milk\rTwo', 'Tea')).toBe('- [ ] Milk\n- [ ] Tea\rTwo');
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
      expect(countBoxes(text)).toEqual({
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
  expect(withBox(before, ' Milk ')).toBe(after);
});

test('Words of several lines are one box', () => {
  expect(boxLine('Milk \n\n and bread', true)).toBe('- [x] Milk and bread');
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
])('Lines become a checklist, and a checklist lines: %j', (before, after) =>
  expect(withBoxesOrNone(before)).toBe(after),
);

test('A checklist of any lines is their lines again, each a box of its own', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,5}( [a-z]{1,5})?$/), { minLength: 1 }), lines => {
      const list = withBoxesOrNone(lines.join('\n'));
      expect(countBoxes(list).all).toBe(lines.length);
      expect(withBoxesOrNone(list)).toBe(lines.join('\n'));
    }),
  );
});

test('A caret within a box finds its mark, one beside it does not', () => {
  const list = 'For\n- [ ] Milk\n  - [x] Bread\n- []';
  const found = [...`${list} `].map((_, caret) => markAt(list, caret));
  const [milk, bread] = [list.indexOf('[ ]'), list.indexOf('[x]')];
  expect(found.flatMap((mark, caret) => (mark === null ? [] : [[caret, mark]]))).toEqual(
    [milk, bread].flatMap(at => [0, 1, 2, 3].map(step => [at + step, at + 1])),
  );
});
