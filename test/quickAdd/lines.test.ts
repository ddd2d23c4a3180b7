import { linesOf, MOST_TASKS } from '../../src/quickAdd/reading/lines';

describe('a text of several lines', () => {
  test('is a line for each task; blank lines are none', () => {
    expect(linesOf('milk\r\n\r\n  \nbread\rhoney\u2028tea\n')).toEqual(['milk', 'bread', 'honey', 'tea']);
  });

  test.each([
    ['- milk', 'milk'],
    ['* milk', 'milk'],
    ['  * milk', 'milk'],
    ['• milk', 'milk'],
    ['1. milk', 'milk'],
    ['12) milk', 'milk'],
    ['[ ] milk', 'milk'],
    ['[] milk', 'milk'],
    ['- [ ] milk', 'milk'],
    ['- [x] milk', 'milk'],
    ['☐ milk', 'milk'],
    ['-milk', '-milk'],
    ['1984', '1984'],
    ['1.5 l milk', '1.5 l milk'],
    ['2026. A year', '2026. A year'],
    ['#work milk', '#work milk'],
    ['[milk](https://example.org)', '[milk](https://example.org)'],
    ['* * *', '* *'],
  ])('%j becomes %j', (line, title) => expect(linesOf(`bread\n${line}`)).toEqual(['bread', title]));

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
