import { EXAMPLES } from '../../src/quickAdd/quickAddField';
import { readTitle } from '../../src/quickAdd/reading/readTitle';
import { taskOf } from '../../src/quickAdd/useUnderstanding';
import { repeatInWords } from '../../src/repeats/makeRepeat';
import { tableOf } from './rows';

/** A Friday; weeks begin on Monday. */
const today = '2026-11-27';

/** A line, its title, its day, and its repeat. A row with a line alone means that the title stays as typed. */
const rows: Record<string, string> = {
  en: `
Call Ana tomorrow! | Call Ana | 2026-11-28
Call Ana yesterday | Call Ana | 2026-11-26
Pay rent 12/12 | Pay rent | 2026-12-12
Pay rent tmr | Pay rent | 2026-11-28
Pay rent tmrw | Pay rent | 2026-11-28
Pay rent next month | Pay rent | 2026-12-01
Pay rent next year | Pay rent | 2027-01-01
Pay rent the 5th | Pay rent | 2026-12-05
Pay rent on the 15th | Pay rent | 2026-12-15
Pay rent eom | Pay rent | 2026-11-30
Pay rent eow | Pay rent | 2026-11-29
Pay rent end of year | Pay rent | 2026-12-31
Mow weekend | Mow | 2026-11-28
Cook this afternoon | Cook | 2026-11-27
Lunch friday week | Lunch | 2026-12-11
Lunch weekdays | Lunch | 2026-11-27 | every weekday
Gym tuesdays | Gym | 2026-12-01 | every Tuesday
Gym biweekly | Gym | 2026-11-27 | every 2 weeks on Friday
Gym fortnightly | Gym | 2026-11-27 | every 2 weeks on Friday
Tax every quarter | Tax | 2026-11-27 | every 3 months on the 27th
Clean every weekend | Clean | 2026-11-28 | every Saturday
Bins every 2nd week | Bins | 2026-11-27 | every 2 weeks on Friday
Rent on the 1st of every month | Rent | 2026-12-01 | every month on the 1st
Club every monday until december | Club | 2026-11-30 | every Monday, until 1 Dec 2026
Club Every monday | Club | 2026-11-30 | every Monday
Pills every day for a week | Pills | 2026-11-27 | every day, until 3 Dec 2026
Club 2nd and 4th Friday
Club every 2nd and 4th Friday | Club | 2026-11-27 | every month on the 2nd and 4th Friday
Lunch first monday | Lunch | 2026-12-07
Stretch every day someday | Stretch every day | no date
Plan next week
Prepare party next week | Prepare party | 2026-11-30
Party this friday | Party | 2026-11-27
Report 12/12
Read The Long Weekend
Meeting in may | Meeting | 2027-05-01
Lunch third thursday | Lunch | 2026-12-17
Pay by end of week | Pay | 2026-11-29
Gym on mondays | Gym | 2026-11-30 | every Monday
Standup each weekday | Standup | 2026-11-27 | every weekday
Backup every second month | Backup | 2026-11-27 | every 2 months on the 27th
Report every last friday of the month | Report | 2026-11-27 | every month on the last Friday
Rent every month on the 2nd and 4th friday | Rent | 2026-11-27 | every month on the 2nd and 4th Friday
Stretch someday every day | Stretch someday | 2026-11-27 | every day
Bins from tomorrow every 2 days | Bins | 2026-11-28 | every 2 days
Call Ana 2 weeks ago | Call Ana | 2026-11-13
Call Ana last fri | Call Ana | 2026-11-20
Call Ana by yesterday | Call Ana | 2026-11-26
Book flight 3.12.2026 | Book flight | 2026-12-03
`,
  de: `
Aufräumen irgendwann | Aufräumen | no date
Aufräumen ohne Datum | Aufräumen | no date
Sport an jedem Dienstag | Sport | 2026-12-01 | every Tuesday
Pillen ab morgen jeden Tag | Pillen | 2026-11-28 | every day
Stammtisch am ersten Montag | Stammtisch | 2026-12-07
Anrufen am 15. | Anrufen | 2026-12-15
Anrufen zum 1. | Anrufen | 2026-12-01
Anrufen letzten Freitag | Anrufen | 2026-11-20
Anrufen nächsten Monat | Anrufen | 2026-12-01
Anrufen nächstes Jahr | Anrufen | 2027-01-01
Anrufen im Januar | Anrufen | 2027-01-01
Anrufen Ende der Woche | Anrufen | 2026-11-29
Anrufen Jahresende | Anrufen | 2026-12-31
Anrufen heute Nachmittag | Anrufen | 2026-11-27
Miete am 2. und 4. Freitag im Monat | Miete | 2026-11-27 | every month on the 2nd and 4th Friday
Putzen jeden Dienstag bis Januar | Putzen | 2026-12-01 | every Tuesday, until 1 Jan 2027
`,
  fr: `
Ranger sans date | Ranger | no date
Sport dès demain | Sport | 2026-11-28
Club le premier lundi | Club | 2026-12-07
Appeler hier | Appeler | 2026-11-26
Appeler il y a 3 jours | Appeler | 2026-11-24
Appeler vendredi dernier | Appeler | 2026-11-20
Appeler en janvier | Appeler | 2027-01-01
Appeler le 15
Appeler fin de l’année | Appeler | 2026-12-31
Appeler cet après-midi | Appeler | 2026-11-27
Appeler demain. | Appeler | 2026-11-28
Loyer chaque 2e et 4e vendredi du mois | Loyer | 2026-11-27 | every month on the 2nd and 4th Friday
`,
};

function read(line: string, language: string) {
  const calendar = { today, language, firstDayOfWeek: 1, now: '08:00' };
  const reading = readTitle(line, calendar);
  const { title, day, repeat } = taskOf(reading, { day: today, list: 'personal' }, calendar);
  const isRead = reading.understood.length > 0;
  return [title, ...(isRead ? [day ?? 'no date'] : []), ...(repeat ? [repeatInWords(repeat)] : [])].join(
    ' | ',
  );
}

test.each(tableOf(rows))('%s: %s', (language, line, expected) => expect(read(line, language)).toBe(expected));

test.each([
  ['Call tom', 'tom', '2026-11-28'],
  ['Wrap gifts 10/12', '10/12', '2026-12-10'],
  ['Book a table for Sunday', 'sunday', '2026-11-29'],
])('in “%s”, “%s” stays in the title and is offered as %s', (line, phrase, day) => {
  const calendar = { today, language: 'en-GB', firstDayOfWeek: 1 };
  expect(readTitle(line, calendar)).toMatchObject({ title: line, understood: [], offered: { phrase, day } });
  expect(readTitle(line, calendar, { asRead: [phrase] }).understood).toMatchObject([{ kind: 'day', day }]);
});

test.each(EXAMPLES)('The example “%s” is read in each language', example => {
  for (const language of ['en-GB', 'en-US', 'de', 'fr'])
    expect(read(example, language)).toMatch(
      /^(Call Ana|Pay rent|Book a table|Water the plants|Bins|Send the report) \|/,
    );
});
