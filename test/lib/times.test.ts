/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { clockInWords, timeInWords } from '../../src/lib/days/times';

const noon = new Date(2026, 2, 10, 15, 4, 5).toISOString();

describe('A time is said by the clock of the person’s language', () => {
  afterEach(() => jest.restoreAllMocks());
  it.each([
    [['de-DE', 'en'], '15:04', '15:04:05'],
    [['en-GB'], '15:04', '15:04:05'],
    [['en-US'], '3:04 PM', '3:04:05 PM'],
    [['C', 'en-GB'], '15:04', '15:04:05'],
  ])('%j', (languages, short, long) => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    const plain = (words: string) => words.replace(/\s/g, ' ');
    expect(plain(timeInWords(noon))).toBe(short);
    expect(plain(timeInWords(noon, true))).toBe(long);
  });
});

describe('A time of day is said in the browser’s way of writing', () => {
  afterEach(() => jest.restoreAllMocks());
  it.each([
    ['de-DE', '00:05', '00:05'],
    ['en-GB', '14:30', '14:30'],
    ['en-US', '14:30', '2:30 PM'],
    ['en-US', '00:05', '12:05 AM'],
    ['C', '09:00', '9:00 AM'],
  ])('in %s: %s is %s', (language, time, words) => {
    jest.spyOn(navigator, 'language', 'get').mockReturnValue(language);
    expect(clockInWords(time).replace(/\s/g, ' ')).toBe(words);
  });
});
