import fc from 'fast-check';
import { isBlank } from '../../src/lib/text/visible';
import { readTitle } from '../../src/quickAdd/reading/readTitle';
import { phrases } from './phrases';
import { dayAndListOf, tableOf } from './rows';
import { titles } from './titles';

/** A Tuesday. */
const today = '2026-03-10';
const calendar = (language: string, day = today) => ({ today: day, language, firstDayOfWeek: 1 });
const dayOf = (line: string, day = today, language = 'en') => {
  const { understood } = readTitle(line, calendar(language, day));
  return understood.find(phrase => phrase.kind === 'day')?.day;
};

describe('what people write as titles', () => {
  test.each(['en', 'en-GB', 'de', 'fr', 'es', 'ja'])(
    'no title is taken for more than a title, in %s',
    language => {
      const wrong = titles.flatMap(title => {
        const reading = readTitle(title, calendar(language));
        return reading.title === title && reading.understood.length === 0 ? [] : [{ title, reading }];
      });
      expect(wrong).toEqual([]);
    },
  );

  test.each(tableOf(phrases))('%s: %s', (language, line, expected) =>
    expect(dayAndListOf(line, calendar(language))).toBe(expected),
  );
});

describe('days', () => {
  test.each([
    ['x tomorrow', '2026-12-31', '2027-01-01'],
    ['x tomorrow', '2028-02-28', '2028-02-29'],
    ['x tomorrow', '2026-02-28', '2026-03-01'],
    ['x in 2 weeks', '2026-12-24', '2027-01-07'],
    ['x next week', '2026-12-31', '2027-01-04'],
    ['x next fri', '2026-12-30', '2027-01-08'],
    ['x fri', '2026-12-30', '2027-01-01'],
    ['x 31 jan', '2026-01-31', '2026-01-31'],
    ['x 31 jan', '2026-02-01', '2027-01-31'],
    ['x mar 12', '2026-03-12', '2026-03-12'],
    ['x mar 12', '2026-03-13', '2027-03-12'],
    ['x 29 feb', '2028-01-01', '2028-02-29'],
    ['x 29 feb', '2027-03-01', '2028-02-29'],
    ['x 29 feb', '2026-03-01', undefined],
    ['x 30 feb', '2026-01-01', undefined],
    ['x 31 apr', '2026-01-01', undefined],
    ['x 2026-02-29', '2026-01-01', undefined],
    ['x 2026-01-01', '2026-01-02', '2026-01-01'],
    ['x 12 mar 2025', '2026-01-01', '2025-03-12'],
    ['x 12 mar 2024', '2026-01-01', undefined],
    ['x fri 12 mar', '2026-03-10', undefined],
    // Nights in which the clocks are changed, in Berlin, New York and Santiago.
    ['x tomorrow', '2026-03-28', '2026-03-29'],
    ['x tomorrow', '2026-10-24', '2026-10-25'],
    ['x tomorrow', '2026-03-07', '2026-03-08'],
    ['x in 2 days', '2026-09-05', '2026-09-07'],
  ])('%s, on %s, is %s', (line, day, expected) => expect(dayOf(line, day)).toBe(expected));

  test.each([
    [0, '2026-03-15'],
    [1, '2026-03-16'],
    [6, '2026-03-14'],
  ])('next week begins on weekday %s: %s', (firstDayOfWeek, expected) => {
    const { understood } = readTitle('x next week', { today, language: 'en', firstDayOfWeek });
    expect(understood).toMatchObject([{ day: expected }]);
  });

  test('a weekday is the next one, today’s name the one in a week', () => {
    expect(dayOf('x tuesday')).toBe('2026-03-17');
    expect(dayOf('x wednesday')).toBe('2026-03-11');
  });

  test('a language that Intl does not know leaves English', () => {
    expect(dayOf('x tomorrow', today, 'no-such-language-tag-at-all')).toBe('2026-03-11');
  });

  test('German words are not read for people of another language', () => {
    expect(dayOf('Essen morgen', today, 'en')).toBeUndefined();
    expect(dayOf('Essen morgen', today, 'de')).toBe('2026-03-11');
  });
});

describe('what is taken and what stays', () => {
  const read = (line: string, asWords: string[] = []) => readTitle(line, calendar('en'), { asWords });

  test('understood words stand where they were typed, with what leads to them', () => {
    const line = '#work call mum by fri';
    const { understood } = read(line);
    expect(understood.map(({ from, to }) => line.slice(from, to))).toEqual(['#work', 'by fri']);
  });

  test.each([
    'today',
    '#work',
    'tomorrow #work',
    '#work tomorrow',
    'on friday',
    'fri:',
    '#work #personal',
    '2026-12-24',
  ])('%j leaves a title', line => expect(read(line).title).not.toBe(''));

  test('only one day and one list are read', () => {
    expect(read('call mum #work #personal')).toMatchObject({ title: 'call mum #work' });
    expect(read('call mum tomorrow fri')).toMatchObject({ title: 'call mum tomorrow fri', understood: [] });
  });

  test('a phrase that was turned into words stays words, and so does its end', () => {
    expect(read('call mum tomorrow', ['tomorrow']).title).toBe('call mum tomorrow');
    expect(read('call mum next fri', ['next fri']).title).toBe('call mum next fri');
    expect(read('call mum by fri #work', ['fri'])).toMatchObject({
      title: 'call mum by fri',
      understood: [{ list: 'work' }],
    });
    expect(read('call mum tomorrow #work', ['#work']).understood).toEqual([]);
    expect(read('fri: call mum', ['fri']).title).toBe('fri: call mum');
  });

  test('control characters become blanks, other writing directions stay', () => {
    expect(read('a\u0000b\u0007c\ttomorrow').title).toBe('a b c');
    expect(read('\u202bשלום\u202c tomorrow')).toMatchObject({ title: '\u202bשלום\u202c' });
  });

  test('no line is emptied, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }), words => {
        const line = words.join(' ');
        const { title, understood } = read(line);
        expect(isBlank(title)).toBe(isBlank(line));
        expect(understood.length).toBeLessThanOrEqual(2);
        for (const { from, to } of understood) expect(from).toBeLessThan(to);
      }),
    );
  });
});

const WORDS = [
  'today',
  'fri',
  'sat',
  'by',
  'on',
  'next',
  'week',
  '12',
  'mar',
  '#work',
  '#personal',
  'no',
  'date',
  'in',
].concat(['3', 'days', 'fri:', '2026-12-24', 'milk', '\u200b', '-', ',', '2027']);
