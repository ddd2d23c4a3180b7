import { linesOf, MOST_TASKS } from '../../src/quickAdd/reading/lines';

describe('a text of several lines', () => {
  test('is a line for each task; blank lines are none', () => {
    expect(linesOf('milk\r\n\r\n  \nbread\rhoney\u2028tea\n')).toEqual(['milk', 'bread', 'honey', 'tea']);
  });

  test.each([
    ['12) milk', 'milk'],
    ['[ ] milk', 'milk'],
    ['[] milk', 'milk'],
    ['- [x] milk', 'milk'],
    ['☐ milk', 'milk'],
    ['-milk', '-milk'],
    ['1984', '1984'],
    ['1.5 l milk', '1.5 l milk'],
    ['2026. A year', '2026. A year'],
    ['[milk](https://example.org)', '[milk](https://example.org)'],
    ['* * *', '* *'],
  ])('%j becomes %j', (line, title) => expect(linesOf(`bread\n${line}`)).toEqual(['bread', title]));

  test.each<[string, string, string[]]>([
    [
      'Obsidian Tasks',
      '- [ ] Milk 📅 2026-12-01\n- [ ] Bread 🔁 every week 📅 2026-12-02\n- [ ] Rye #shop [due:: 2026-12-03]',
      ['Milk 2026-12-01', 'Bread every week 2026-12-02', 'Rye #shop 2026-12-03'],
    ],
    ['Word, two levels', '•\tMilk\no\tOat\n▪\tBarista\n•\tBread', ['Milk', 'Oat', 'Barista', 'Bread']],
    [
      'Word, by its symbol fonts',
      '§\tMilk\n\uf0d8\tOat\nü\tRye\n\uf0b7 Bread',
      ['Milk', 'Oat', 'Rye', 'Bread'],
    ],
    [
      'Word, by letters',
      '1)\tMilk\na)\tOat\n2)\tBread\ni.\tRye\nA.\tTea',
      ['Milk', 'Oat', 'Bread', 'Rye', 'Tea'],
    ],
    ['Google Docs, three levels', '●\tMilk\n○\tOat\n■\tRye', ['Milk', 'Oat', 'Rye']],
    ['Apple Notes', '· Milk\n⁃ Oat\n➢ Rye\n◦ Tea', ['Milk', 'Oat', 'Rye', 'Tea']],
    ['Japanese', '・牛乳\n・パン\n●卵', ['牛乳', 'パン', '卵']],
    ['circles', '① milk\n②bread\n❸ tea\n⑴ rye', ['milk', 'bread', 'tea', 'rye']],
    ['full width', '１．牛乳\n２）パン\n（３）卵\n4、茶', ['牛乳', 'パン', '卵', '茶']],
    ['other digits', '١. حليب\n٢. خبز', ['حليب', 'خبز']],
    ['letters below a heading', 'Shopping\na) milk\nb) bread', ['Shopping', 'milk', 'bread']],
    ['letters below numbers', '1. shop\n  a. milk\n  b. bread\n2. rest', ['shop', 'milk', 'bread', 'rest']],
    ['Roman numbers', 'i) milk\nii) bread\niii) tea', ['milk', 'bread', 'tea']],
    ['parentheses', '(1) milk\n(2) bread', ['milk', 'bread']],
    ['Cyrillic', 'а) молоко\nб) хлеб', ['молоко', 'хлеб']],
    ['Korean', '가. 우유\n나. 빵', ['우유', '빵']],
    ['Chinese', '一、牛奶\n二、面包', ['牛奶', '面包']],
    ['dashes', '1- lait\n2- pain', ['lait', 'pain']],
    ['a letter at every line of a level', '• food\no milk\no bread', ['food', 'milk', 'bread']],
  ])('the list signs of %s are taken off', (_from, text, titles) => expect(linesOf(text)).toEqual(titles));

  test.each([
    ['1.5\tl milk'],
    ['A. Smith'],
    ['a) milk'],
    ['○○さんに電話'],
    ['○×クイズ'],
    ['１．５リットル'],
    ['→ right'],
    ['x\tmilk'],
  ])('%j alone among others is text', line => expect(linesOf(`bread\n${line}`)).toEqual(['bread', line]));

  test.each<[string, string, string[]]>([
    ['a cell with a line break', '"Milk\nfor Ann"\t2\nBread\t1', ['Milk for Ann\t2', 'Bread\t1']],
    ['Windows', '"Milk\r\nfor Ann"\t2\r\nBread\t1\r\n', ['Milk for Ann\t2', 'Bread\t1']],
    ['the last cell of a row', '2\t"Milk\nfor Ann"\n1\tBread', ['2\tMilk for Ann', '1\tBread']],
    ['quotes within', '"Say ""hi""\nto Ann"\t2\nBread', ['Say "hi" to Ann\t2', 'Bread']],
    ['one cell', '"Milk\nfor Ann"\n', ['Milk for Ann']],
    ['a title in quotes', '"Dune"\n"Emma"', ['"Dune"', '"Emma"']],
    ['a quote that nobody ends', '"Milk\nBread', ['"Milk', 'Bread']],
  ])('%s of a spreadsheet is one line', (_what, text, titles) => expect(linesOf(text)).toEqual(titles));

  test('bullets without words are no tasks', () => {
    expect(linesOf('- milk\n- \n-\n2.\n[ ]\n- [ ] bread')).toEqual(['milk', 'bread']);
  });

  test('a single line keeps what it has', () => {
    expect(linesOf('- milk')).toEqual(['- milk']);
    expect(linesOf('- milk\n')).toEqual(['- milk']);
    expect(linesOf('')).toEqual([]);
    expect(linesOf(' \u200b\u0000\n')).toEqual([]);
  });

  test('a hundred thousand lines are counted in no time', () => {
    const begun = process.cpuUsage();
    expect(linesOf('- a line\n'.repeat(100_000)).length).toBeGreaterThan(MOST_TASKS);
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000);
  });
});
