import { continueList, countBoxes, linesOf, withTick } from '../../src/notes/boxes';

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

test('Ticking changes one mark and nothing else, also where the words are shown from further on', () => {
  for (const from of [0, 7]) {
    const milk = linesOf(text.slice(from), from).find(line => line.text === 'Milk')!;
    const ticked = withTick(text, milk.box!.at, true);
    expect(ticked).toBe(text.replace('- [ ] Milk', '- [x] Milk'));
    expect(withTick(ticked, milk.box!.at, false)).toBe(text);
  }
});

test('A place where no box is any more changes nothing', () => {
  expect(withTick('Short', 20, true)).toBe('Short');
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
