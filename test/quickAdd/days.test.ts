import { readTitle } from '../../src/quickAdd/reading/readTitle';
import { dayAndListOf, tableOf } from './rows';

/** A Tuesday; weeks begin on Monday. */
const today = '2026-11-24';

/** A row with a line only means that the title stays as typed. */
const rows: Record<string, string> = {
  'en-US': `
Buy milk tod | Buy milk | 2026-11-24
Email the slides to tom
Call Ana tomorrow #home #two-words | Call Ana #home #two-words | 2026-11-25
Pay the #home rent fri | Pay the #home rent | 2026-11-27
tomorrow #home
Watch last week tonight
Buy milk sat | Buy milk | 2026-11-28
Laundry mon | Laundry | 2026-11-30
Gym wed | Gym | 2026-11-25
Where the cat sat
The cat sat
My dog sat
Draw how the cat sat
Retake SAT
See Anna and Tom wed
Soak up sun
Mow the lawn next weekend | Mow the lawn | 2026-12-05
Pay rent by end of month | Pay rent | 2026-11-30
Pay rent at the end of the month | Pay rent | 2026-11-30
The end of every month
in 3 days call | call | 2026-11-27
In 10 days through Europe
In 14 days learn Rust
In 3 days we leave
Wrap gifts on 10/12 | Wrap gifts | 2027-10-12
Wrap gifts 12/24/2026 | Wrap gifts | 2026-12-24
Wrap gifts 24.12. | Wrap gifts | 2026-12-24
Wrap gifts 24.12.2026 | Wrap gifts | 2026-12-24
Order screws 10/12
Open 24/7
Drill bit 5/16
Read page 3/24
Book: 11/22/63
Ubuntu 24.04.
Pay 12.50
Send the flowers 11/23/2026 | Send the flowers | 2026-11-23
Invoice 2026-11-02
Meeting notes 2026-11-02
Backup of 2026-11-02
`,
  'en-GB': `
Wrap gifts by 3/1/2027 | Wrap gifts | 2027-01-03
`,
  de: `
Geschenke einpacken 10.12. | Geschenke einpacken | 2026-12-10
Mama anrufen bis übermorgen | Mama anrufen | 2026-11-26
Mama anrufen heute Abend | Mama anrufen | 2026-11-24
Rasen mähen am Wochenende | Rasen mähen | 2026-11-28
Rasen mähen dieses Wochenende | Rasen mähen | 2026-11-28
Rasen mähen nächstes Wochenende | Rasen mähen | 2026-12-05
Miete zahlen bis Ende des Monats | Miete zahlen | 2026-11-30
in 3 Tagen anrufen | anrufen | 2026-11-27
Rechnung 2026-11-02
Kapitel 3.2.
Version 2.10.
`,
  fr: `
Emballer les cadeaux 24/12 | Emballer les cadeaux | 2026-12-24
Appeler maman après-demain | Appeler maman | 2026-11-26
Tondre la pelouse ce week-end | Tondre la pelouse | 2026-11-28
Tondre la pelouse le week-end prochain | Tondre la pelouse | 2026-12-05
Payer le loyer fin du mois | Payer le loyer | 2026-11-30
Payer le loyer à la fin du mois | Payer le loyer | 2026-11-30
dans 3 jours appeler | appeler | 2026-11-27
Recette pour ce soir
Facture 2026-11-02
Chapitre 3/24
`,
};

test.each(tableOf(rows, line => `${line} | -`))('%s: %s', (language, line, expected) =>
  expect(dayAndListOf(line, { today, language, firstDayOfWeek: 1 })).toBe(expected),
);

test.each([
  ['2026-11-27', '2026-11-28'],
  ['2026-11-28', '2026-11-28'],
  ['2026-11-29', '2026-11-29'],
])('this weekend, on %s, begins on %s', (day, expected) => {
  const { understood } = readTitle('x this weekend', { today: day, language: 'en', firstDayOfWeek: 1 });
  expect(understood).toMatchObject([{ day: expected }]);
});

test('a day that the person made words again stays, at the beginning, too', () => {
  const calendar = { today, language: 'en', firstDayOfWeek: 1 };
  expect(readTitle('in 3 days call', calendar, { asWords: ['in 3 days'] }).title).toBe('in 3 days call');
  expect(readTitle('call #work back', calendar, { asWords: ['#work'] }).title).toBe('call #work back');
  expect(readTitle('Wrap 24/12', calendar, { asWords: ['24/12'] }).title).toBe('Wrap 24/12');
});

test('words in the middle are taken with the blank behind them; the rest keeps its own', () => {
  const calendar = { today, language: 'en', firstDayOfWeek: 1 };
  expect(readTitle('call   mum #work  back', calendar)).toMatchObject({
    title: 'call   mum back',
    understood: [{ kind: 'list', from: 11, to: 16 }],
  });
});
