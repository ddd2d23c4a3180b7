/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { timeInWords } from '../../src/lib/days/times';

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
