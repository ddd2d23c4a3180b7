import { readTitle } from '../../src/quickAdd/reading/readTitle';
import { taskOf } from '../../src/quickAdd/useUnderstanding';
import { repeatInWords } from '../../src/repeats/makeRepeat';
import { tableOf } from './rows';

/** A Tuesday; weeks begin on Monday. */
const today = '2026-11-24';

function read(line: string, language: string, asWords: string[] = []) {
  const calendar = { today, language, firstDayOfWeek: 1, now: '08:00' };
  const reading = readTitle(line, calendar, { asWords });
  const task = taskOf(reading, { day: today, list: 'personal' }, calendar);
  const { title, day, repeat } = task;
  return [title, day, repeat ? repeatInWords(repeat) : '-'].join(' | ');
}

const rows: Record<string, string> = {
  en: `
Bins ev wed | Bins | 2026-11-25 | every Wednesday
Bins every sun | Bins | 2026-11-29 | every Sunday
Gym every mon, wed and fri | Gym | 2026-11-25 | every Monday, Wednesday and Friday
Stretch daily | Stretch | 2026-11-24 | every day
Stretch every three days | Stretch | 2026-11-24 | every 3 days
Review weekly | Review | 2026-11-24 | every Tuesday
Report monthly | Report | 2026-11-24 | every month on the 24th
Rent every last weekday | Rent | 2026-11-30 | every month on the last weekday
Rent every 27th | Rent | 2026-11-27 | every month on the 27th
Rent every 31st | Rent | 2026-11-30 | every month on the last day
Club every 3rd friday | Club | 2026-12-18 | every month on the 3rd Friday
Tax yearly | Tax | 2026-11-24 | every year on 24 November
Cake every jan 27 | Cake | 2027-01-27 | every year on 27 January
Cake every 27th of January | Cake | 2027-01-27 | every year on 27 January
Leap every year on 29 Feb | Leap | 2027-02-28 | every year on the last day of February
Filter after 3 months | Filter | 2027-02-24 | -
Filter every 3 months after done | Filter | 2026-11-24 | 3 months after it is done
Bins every tue starting 8 dec | Bins | 2026-12-08 | every Tuesday
Pills every day for 3 weeks | Pills | 2026-11-24 | every day, until 14 Dec 2026
Pills every! 2 days for 3 times | Pills | 2026-11-24 | 2 days after it is done, 3 times
every tue: Bins | Bins | 2026-11-24 | every Tuesday
Bins 8 dec every week | Bins | 2026-12-08 | every Tuesday
Pills every day until 30 feb | Pills every day until 30 feb | 2026-11-24 | -
Pills every 0 days | Pills every 0 days | 2026-11-24 | -
Bins every! tue | Bins every! tue | 2026-11-24 | -
Bins every! 6th fri | Bins every! 6th fri | 2026-11-24 | -
Gym every mon , thu | Gym | 2026-11-26 | every Monday and Thursday
Gym every mon & thu | Gym | 2026-11-26 | every Monday and Thursday
Pills every! 2 days, 3 times | Pills | 2026-11-24 | 2 days after it is done, 3 times
Weekly: review | Weekly: review | 2026-11-24 | -
`,
  de: `
Müll jeden zweiten Dienstag | Müll | 2026-11-24 | every 2 weeks on Tuesday
Sport jeden Montag und Donnerstag | Sport | 2026-11-26 | every Monday and Thursday
Dehnen täglich | Dehnen | 2026-11-24 | every day
Dehnen alle 3 Tage | Dehnen | 2026-11-24 | every 3 days
Stammtisch jeden letzten Freitag im Monat | Stammtisch | 2026-11-27 | every month on the last Friday
Stammtisch jeden dritten Freitag | Stammtisch | 2026-12-18 | every month on the 3rd Friday
Steuer jedes Jahr | Steuer | 2026-11-24 | every year on 24 November
Kuchen jeden 27. Januar | Kuchen | 2027-01-27 | every year on 27 January
Post jeden Werktag | Post | 2026-11-24 | every weekday
Filter nach 3 Monaten | Filter | 2027-02-24 | -
Filter alle 3 Monate nach Erledigung | Filter | 2026-11-24 | 3 months after it is done
Pillen jeden Tag bis 30. November | Pillen | 2026-11-24 | every day, until 30 Nov 2026
Pillen jeden Tag für drei Wochen | Pillen | 2026-11-24 | every day, until 14 Dec 2026
Müll dienstags | Müll | 2026-11-24 | every Tuesday
Sport montags und donnerstags | Sport | 2026-11-26 | every Monday and Thursday
Sport montags, mittwochs und freitags | Sport | 2026-11-25 | every Monday, Wednesday and Friday
Post werktags | Post | 2026-11-24 | every weekday
Miete am letzten Tag des Monats | Miete | 2026-11-30 | every month on the last day
Miete am Ersten des Monats | Miete | 2026-12-01 | every month on the 1st
Miete monatlich am 1. | Miete | 2026-12-01 | every month on the 1st
Putzen jede 2. Woche | Putzen | 2026-11-24 | every 2 weeks on Tuesday
Putzen alle 2 Wochen dienstags | Putzen | 2026-11-24 | every 2 weeks on Tuesday
Chor wöchentlich am Donnerstag | Chor | 2026-11-26 | every Thursday
Kuchen jährlich am 27. Januar | Kuchen | 2027-01-27 | every year on 27 January
Dienstags: Müll | Müll | 2026-11-24 | every Tuesday
Am 1. jeden Monats: Miete | Miete | 2026-12-01 | every month on the 1st
Der Markt ist dienstags | Der Markt ist dienstags | 2026-11-24 | -
`,
  fr: `
Courses toutes les deux semaines | Courses | 2026-11-24 | every 2 weeks on Tuesday
Loyer chaque dernier jour du mois | Loyer | 2026-11-30 | every month on the last day
Club chaque 3e vendredi | Club | 2026-12-18 | every month on the 3rd Friday
Impôts tous les ans | Impôts | 2026-11-24 | every year on 24 November
Gâteau chaque 27 janvier | Gâteau | 2027-01-27 | every year on 27 January
Filtre après 3 mois | Filtre | 2027-02-24 | -
Filtre tous les 3 mois après l’avoir fait | Filtre | 2026-11-24 | 3 months after it is done
Pilules tous les jours jusqu’au 30 novembre | Pilules | 2026-11-24 | every day, until 30 Nov 2026
Pilules tous les jours pendant trois semaines | Pilules | 2026-11-24 | every day, until 14 Dec 2026
Poubelles un mardi sur deux | Poubelles | 2026-11-24 | every 2 weeks on Tuesday
Ménage une semaine sur deux | Ménage | 2026-11-24 | every 2 weeks on Tuesday
Loyer le 1er de chaque mois | Loyer | 2026-12-01 | every month on the 1st
Loyer le premier du mois | Loyer | 2026-12-01 | every month on the 1st
Club le premier lundi du mois | Club | 2026-12-07 | every month on the 1st Monday
Club le dernier vendredi de chaque mois | Club | 2026-11-27 | every month on the last Friday
Club tous les premiers lundis du mois | Club | 2026-12-07 | every month on the 1st Monday
Sport tous les mardis, jeudis | Sport | 2026-11-24 | every Tuesday and Thursday
Sport chaque lundi et chaque jeudi | Sport | 2026-11-26 | every Monday and Thursday
Sport chaque semaine le mardi | Sport | 2026-11-24 | every Tuesday
Tous les lundis : sport | sport | 2026-11-30 | every Monday
`,
};

describe('what people type of repeats', () => {
  test.each(tableOf(rows))('%s: %s', (language, line, expected) =>
    expect(read(line, language)).toBe(expected),
  );

  test('a repeat that the person made words again is a part of the title', () => {
    expect(read('Bins every tue', 'en', ['every tue'])).toBe('Bins every tue | 2026-11-24 | -');
  });

  test('a list is read beside it', () => {
    const reading = readTitle('Bins every tue #work', { today, language: 'en', firstDayOfWeek: 1 });
    expect(reading.understood.map(({ kind }) => kind)).toEqual(['repeat', 'list']);
  });
});
