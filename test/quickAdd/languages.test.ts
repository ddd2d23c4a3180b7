import { dateWithYear, dayInFull, dayInWords, dayPlus } from '../../src/lib/days/days';
import { readTitle } from '../../src/quickAdd/reading/readTitle';
import { inLanguage } from '../support/app/language';

/** A Friday. */
const today = '2026-11-27';
const LANGUAGES =
  'en en-US fr de pt-BR pt-PT pl ru tr ja-JP zh-CN zh-TW ar-EG ar he hi th-TH ko es it nl sv da nb fi cs sk hu ro bg uk ' +
  'el vi id ms fa-IR ur bn ta te mr-IN ca hr sr lt lv et sl sw fil eu gl is ka hy az kk mn af sq mk bs cy';

/** Today, each weekday, both ends of months, the past and other years. */
const DAYS = [
  ...[1, 2, 3, 4, 5, 6, 7, -1, -2, -5, -30, -90, 30, 60, 100, 150, 200, 250, 300].map(n => dayPlus(today, n)),
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
];

test.each(LANGUAGES.split(' '))('in %s each day can be typed back as it is shown', language => {
  inLanguage(language, () => {
    for (const day of DAYS)
      for (const words of [
        dayInWords(day, today),
        dateWithYear(day),
        ...(isNear(day) ? [dayInFull(day)] : []),
      ]) {
        const { title, understood } = readTitle(`☎ ${words}`, { today, language, firstDayOfWeek: 1 });
        expect([words, title, understood]).toEqual([words, '☎', [expect.objectContaining({ day })]]);
      }
  });
});

/** Shown without its year, a day is the next of that date, or the last one that fits the weekday. */
const isNear = (day: string) => day > '2026-01-01' && day < '2027-11-27';

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
