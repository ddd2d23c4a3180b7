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
Bins every tue | Bins | 2026-11-24 | every Tuesday
Bins every Tuesday | Bins | 2026-11-24 | every Tuesday
Bins ev wed | Bins | 2026-11-25 | every Wednesday
Bins every sun | Bins | 2026-11-29 | every Sunday
Gym every mon, thu | Gym | 2026-11-26 | every Monday and Thursday
Gym every mon and thu | Gym | 2026-11-26 | every Monday and Thursday
Gym every mon, wed and fri | Gym | 2026-11-25 | every Monday, Wednesday and Friday
Bins every other tue | Bins | 2026-11-24 | every 2 weeks on Tuesday
Stretch every day | Stretch | 2026-11-24 | every day
Stretch daily | Stretch | 2026-11-24 | every day
Stretch every other day | Stretch | 2026-11-24 | every 2 days
Stretch every 3 days | Stretch | 2026-11-24 | every 3 days
Stretch every three days | Stretch | 2026-11-24 | every 3 days
Standup every weekday | Standup | 2026-11-24 | every weekday
Review every week | Review | 2026-11-24 | every Tuesday
Review weekly | Review | 2026-11-24 | every Tuesday
Bills every 2 weeks | Bills | 2026-11-24 | every 2 weeks on Tuesday
Bills every 2 weeks on fri | Bills | 2026-11-27 | every 2 weeks on Friday
Report every month | Report | 2026-11-24 | every month on the 24th
Report monthly | Report | 2026-11-24 | every month on the 24th
Report every month on the 3rd | Report | 2026-12-03 | every month on the 3rd
Report every 3 months on the last day | Report | 2026-11-30 | every 3 months on the last day
Rent every last day of the month | Rent | 2026-11-30 | every month on the last day
Rent every last weekday | Rent | 2026-11-30 | every month on the last weekday
Rent every 27th | Rent | 2026-11-27 | every month on the 27th
Rent every 1st and 15th | Rent | 2026-12-01 | every month on the 1st and 15th
Rent every 31st | Rent | 2026-11-30 | every month on the last day
Club every 3rd friday | Club | 2026-12-18 | every month on the 3rd Friday
Club every last fri of the month | Club | 2026-11-27 | every month on the last Friday
Tax every year | Tax | 2026-11-24 | every year on 24 November
Tax yearly | Tax | 2026-11-24 | every year on 24 November
Cake every jan 27 | Cake | 2027-01-27 | every year on 27 January
Cake every 27th of January | Cake | 2027-01-27 | every year on 27 January
Leap every year on 29 Feb | Leap | 2027-02-28 | every year on the last day of February
Filter after 3 months | Filter | 2027-02-24 | -
Filter every 3 months after done | Filter | 2026-11-24 | 3 months after it is done
Filter every! 3 days | Filter | 2026-11-24 | 3 days after it is done
Bins every tue starting 8 dec | Bins | 2026-12-08 | every Tuesday
Pills every day until 30 nov | Pills | 2026-11-24 | every day, until 30 Nov 2026
Pills every day for 3 weeks | Pills | 2026-11-24 | every day, until 14 Dec 2026
Pills every day starting tomorrow for 3 weeks | Pills | 2026-11-25 | every day, until 15 Dec 2026
Pills every day 5 times | Pills | 2026-11-24 | every day, until 28 Nov 2026
Pills every! 2 days for 3 times | Pills | 2026-11-24 | 2 days after it is done, 3 times
every tue: Bins | Bins | 2026-11-24 | every Tuesday
Every mon, thu: Gym | Gym | 2026-11-26 | every Monday and Thursday
Bins every tue #work | Bins | 2026-11-24 | every Tuesday
Bins every tue #home | Bins #home | 2026-11-24 | every Tuesday
Bins 8 dec every week | Bins | 2026-12-08 | every Tuesday
Friday the cat | Friday the cat | 2026-11-24 | -
Create monthly report | Create monthly report | 2026-11-24 | -
Pills every day until 30 feb | Pills every day until 30 feb | 2026-11-24 | -
Pills every 0 days | Pills every 0 days | 2026-11-24 | -
Bins every! tue | Bins every! tue | 2026-11-24 | -
Bins every! 6th fri | Bins every! 6th fri | 2026-11-24 | -
Club every 6th friday | Club every 6th friday | 2026-11-24 | -
Gym every mon , thu | Gym | 2026-11-26 | every Monday and Thursday
Gym every mon & thu | Gym | 2026-11-26 | every Monday and Thursday
Feed every cat tomorrow | Feed every cat | 2026-11-25 | -
Feed every other cat fri | Feed every other cat | 2026-11-27 | -
Pills every day, until 30 nov | Pills | 2026-11-24 | every day, until 30 Nov 2026
Pills every day, starting tomorrow, for 3 weeks | Pills | 2026-11-25 | every day, until 15 Dec 2026
Pills every! 2 days, 3 times | Pills | 2026-11-24 | 2 days after it is done, 3 times
Choir weekly on thursday | Choir | 2026-11-26 | every Thursday
Weekly: review | Weekly: review | 2026-11-24 | -
Standup daily, no excuses | Standup daily, no excuses | 2026-11-24 | -
`,
  de: `
Müll jeden Dienstag | Müll | 2026-11-24 | every Tuesday
Müll jeden zweiten Dienstag | Müll | 2026-11-24 | every 2 weeks on Tuesday
Sport jeden Montag und Donnerstag | Sport | 2026-11-26 | every Monday and Thursday
Dehnen jeden Tag | Dehnen | 2026-11-24 | every day
Dehnen täglich | Dehnen | 2026-11-24 | every day
Dehnen alle 3 Tage | Dehnen | 2026-11-24 | every 3 days
Dehnen alle zwei Wochen am Freitag | Dehnen | 2026-11-27 | every 2 weeks on Friday
Miete jeden Monat am 3. | Miete | 2026-12-03 | every month on the 3rd
Miete jeden letzten Tag im Monat | Miete | 2026-11-30 | every month on the last day
Stammtisch jeden letzten Freitag im Monat | Stammtisch | 2026-11-27 | every month on the last Friday
Stammtisch jeden dritten Freitag | Stammtisch | 2026-12-18 | every month on the 3rd Friday
Steuer jedes Jahr | Steuer | 2026-11-24 | every year on 24 November
Kuchen jeden 27. Januar | Kuchen | 2027-01-27 | every year on 27 January
Post jeden Werktag | Post | 2026-11-24 | every weekday
Filter nach 3 Monaten | Filter | 2027-02-24 | -
Filter alle 3 Monate nach Erledigung | Filter | 2026-11-24 | 3 months after it is done
Pillen jeden Tag bis 30. November | Pillen | 2026-11-24 | every day, until 30 Nov 2026
Pillen jeden Tag für drei Wochen | Pillen | 2026-11-24 | every day, until 14 Dec 2026
Müll jeden Dienstag ab 8. Dezember | Müll | 2026-12-08 | every Tuesday
Bins every tue | Bins | 2026-11-24 | every Tuesday
Jeden Morgen laufen | Jeden Morgen laufen | 2026-11-24 | -
Müll dienstags | Müll | 2026-11-24 | every Tuesday
Sport montags und donnerstags | Sport | 2026-11-26 | every Monday and Thursday
Sport montags, mittwochs und freitags | Sport | 2026-11-25 | every Monday, Wednesday and Friday
Post werktags | Post | 2026-11-24 | every weekday
Miete am 1. jeden Monats | Miete | 2026-12-01 | every month on the 1st
Miete am letzten Tag des Monats | Miete | 2026-11-30 | every month on the last day
Miete am Ersten des Monats | Miete | 2026-12-01 | every month on the 1st
Miete monatlich am 1. | Miete | 2026-12-01 | every month on the 1st
Putzen jede 2. Woche | Putzen | 2026-11-24 | every 2 weeks on Tuesday
Putzen alle 2 Wochen dienstags | Putzen | 2026-11-24 | every 2 weeks on Tuesday
Stammtisch am letzten Freitag des Monats | Stammtisch | 2026-11-27 | every month on the last Friday
Chor wöchentlich am Donnerstag | Chor | 2026-11-26 | every Thursday
Kuchen jährlich am 27. Januar | Kuchen | 2027-01-27 | every year on 27 January
Pillen jeden Tag, bis 30. November | Pillen | 2026-11-24 | every day, until 30 Nov 2026
Dienstags: Müll | Müll | 2026-11-24 | every Tuesday
Am 1. jeden Monats: Miete | Miete | 2026-12-01 | every month on the 1st
Der Markt ist dienstags | Der Markt ist dienstags | 2026-11-24 | -
Brief an den Ersten | Brief an den Ersten | 2026-11-24 | -
Montagsmaler spielen | Montagsmaler spielen | 2026-11-24 | -
Bericht über den Letzten des Monats | Bericht über den Letzten des Monats | 2026-11-24 | -
`,
  fr: `
Poubelles chaque mardi | Poubelles | 2026-11-24 | every Tuesday
Poubelles tous les mardis | Poubelles | 2026-11-24 | every Tuesday
Sport tous les lundis et jeudis | Sport | 2026-11-26 | every Monday and Thursday
Courir tous les jours | Courir | 2026-11-24 | every day
Courir tous les 3 jours | Courir | 2026-11-24 | every 3 days
Courses toutes les deux semaines | Courses | 2026-11-24 | every 2 weeks on Tuesday
Loyer tous les mois | Loyer | 2026-11-24 | every month on the 24th
Loyer chaque mois le 3 | Loyer | 2026-12-03 | every month on the 3rd
Loyer chaque dernier jour du mois | Loyer | 2026-11-30 | every month on the last day
Club chaque 3e vendredi | Club | 2026-12-18 | every month on the 3rd Friday
Impôts tous les ans | Impôts | 2026-11-24 | every year on 24 November
Gâteau chaque 27 janvier | Gâteau | 2027-01-27 | every year on 27 January
Filtre après 3 mois | Filtre | 2027-02-24 | -
Filtre tous les 3 mois après l’avoir fait | Filtre | 2026-11-24 | 3 months after it is done
Pilules tous les jours jusqu’au 30 novembre | Pilules | 2026-11-24 | every day, until 30 Nov 2026
Pilules tous les jours pendant trois semaines | Pilules | 2026-11-24 | every day, until 14 Dec 2026
Chaque jour suffit | Chaque jour suffit | 2026-11-24 | -
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
Pilules tous les jours, jusqu’au 30 novembre | Pilules | 2026-11-24 | every day, until 30 Nov 2026
Tous les lundis : sport | sport | 2026-11-30 | every Monday
Le premier lundi du mois: club | club | 2026-12-07 | every month on the 1st Monday
Ménage un mardi sur trois | Ménage un mardi sur trois | 2026-11-24 | -
Note de un sur deux | Note de un sur deux | 2026-11-24 | -
Le lundi au soleil | Le lundi au soleil | 2026-11-24 | -
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
