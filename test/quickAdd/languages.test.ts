import { dateWithYear, dayInFull, dayInWords, dayPlus } from '../../src/lib/days/days';
import { clockInWords } from '../../src/lib/days/times';
import { readTitle } from '../../src/quickAdd/reading/readTitle';
import { inLanguage } from '../support/app/language';
import { isLong } from '../support/long';

/** A Friday. */
const today = '2026-11-27';
const LANGUAGES =
  'en en-US en-CA fr fr-CA de pt-BR pt-PT pl ru tr ja-JP zh-CN zh-TW ar-EG ar he hi th-TH ko es es-MX it nl sv da nb fi cs ' +
  'sk hu ro bg uk el vi id ms fa-IR ur bn ta te mr-IN ca hr sr lt lv et sl sw fil eu gl is ka hy az kk mn af sq mk bs cy';

/** Today, weekdays, both ends of months, the past and other years. */
const DAYS = [
  ...[1, 4, 7, -1, -90, 30].map(n => dayPlus(today, n)),
  '2027-01-01',
  '2028-02-29',
  ...(isLong ? [2, 3, 5, 6, -2, -5, -30, 34, 60, 100, 150, 200, 250, 300].map(n => dayPlus(today, n)) : []),
];
const HOURS = isLong ? Array.from({ length: 24 }, (_, hour) => hour) : [0, 9, 12, 18];
const MINUTES = isLong ? ['00', '07', '30', '59'] : ['00', '59'];

/** Shown without its year, a day is the next of that date, or the last one that fits the weekday. */
const isNear = (day: string) => day > '2026-01-01' && day < '2027-11-27';
const read = (words: string, language: string) => {
  const { title, understood } = readTitle(`☎ ${words}`, { today, language, firstDayOfWeek: 1 });
  return [words, title, understood];
};

test.each(LANGUAGES.split(' '))('in %s each day and time can be typed back as it is shown', language => {
  inLanguage(language, () => {
    for (const day of DAYS)
      for (const words of [
        dayInWords(day, today),
        dateWithYear(day),
        ...(isNear(day) ? [dayInFull(day)] : []),
      ])
        expect(read(words, language)).toEqual([words, '☎', [expect.objectContaining({ day })]]);
    for (const hour of HOURS)
      for (const minutes of MINUTES) {
        const time = `${String(hour).padStart(2, '0')}:${minutes}`;
        const words = clockInWords(time);
        const timed = [expect.objectContaining({ kind: 'time', time })];
        expect(read(words, language)).toEqual([words, '☎', timed]);
      }
  });
});

test.each([
  ['th-TH', 'ซื้อนม 12 มีนาคม 2570', 'ซื้อนม', '2027-03-12'],
  ['ja-JP', '歯医者 １２月３日', '歯医者', '2026-12-03'],
  ['ar-EG', 'طبيب 3 ديسمبر', 'طبيب', '2026-12-03'],
  ['mr-IN', 'दूध 3 डिसेंबर', 'दूध', '2026-12-03'],
  ['tr-TR', 'Süt al yarın', 'Süt al', '2026-11-28'],
  ['tr-TR', 'Bilet al 3 Aralık', 'Bilet al', '2026-12-03'],
  ['sv-SE', 'Ring den i morgon', 'Ring den', '2026-11-28'],
  ['nl-NL', 'Wat koken we die vrijdag', 'Wat koken we die', '2026-12-04'],
  ['en-US', 'Dentist 3 Dec 27', 'Dentist', '2027-12-03'],
])('%s: %s', (language, line, title, day) => {
  const reading = readTitle(line, { today, language, firstDayOfWeek: 1 });
  const found = reading.understood.find(phrase => phrase.kind === 'day');
  expect([reading.title, found?.day]).toEqual([title, day]);
});
