import { readTitle } from '../../src/quickAdd/reading/readTitle';
import { tableOf } from './rows';

/** A Tuesday; weeks begin on Monday. */
const today = '2026-11-24';

function read(line: string, language: string) {
  const { title, understood } = readTitle(line, { today, language, firstDayOfWeek: 1 });
  const day = understood.find(phrase => phrase.kind === 'day');
  const list = understood.find(phrase => phrase.kind === 'list');
  return [title, day?.kind === 'day' ? day.day : '-', ...(list?.kind === 'list' ? [list.list] : [])].join(
    ' | ',
  );
}

/** A row with a line only means that the title stays as typed. */
const rows: Record<string, string> = {
  'en-US': `
Buy milk tod | Buy milk | 2026-11-24
Buy milk tom | Buy milk | 2026-11-25
Call tom
Email the slides to tom
Lunch with Tom
Ask Tom
Cook tonight | Cook | 2026-11-24
Call mum tonight #work | Call mum | 2026-11-24 | work
Call Ana tomorrow #home #two-words | Call Ana #home #two-words | 2026-11-25
Call Ana tomorrow #home #work #two-words | Call Ana #home #two-words | 2026-11-25 | work
Pay the #home rent fri | Pay the #home rent | 2026-11-27
tomorrow #home
Next week tonight
Watch Last Week Tonight
Watch last week tonight
Buy milk sat | Buy milk | 2026-11-28
Pay rent Sat | Pay rent | 2026-11-28
Laundry mon | Laundry | 2026-11-30
Gym wed | Gym | 2026-11-25
Where the cat sat
The cat sat
My dog sat
Draw how the cat sat
Register for the SAT
Register for SAT
Retake SAT
See Anna and Tom wed
Call Mon Ami
Sun hat
Soak up sun
Mow the lawn this weekend | Mow the lawn | 2026-11-28
Mow the lawn next weekend | Mow the lawn | 2026-12-05
Ideas for this weekend
Plan this weekend
Renew passport next week | Renew passport | 2026-11-30
Pay rent end of month | Pay rent | 2026-11-30
Pay rent by end of month | Pay rent | 2026-11-30
Pay rent at the end of the month | Pay rent | 2026-11-30
Slides for end of month
The end of every month
in 3 days call | call | 2026-11-27
In 2 weeks renew the passport | renew the passport | 2026-12-08
In 14 days to the moon
In 10 days through Europe
In 14 days learn Rust
In 3 days we leave
Around the world in 80 days
Wrap gifts 24/12 | Wrap gifts | 2026-12-24
Wrap gifts 12/24 | Wrap gifts | 2026-12-24
Wrap gifts on 12/10 | Wrap gifts | 2026-12-10
Wrap gifts on 10/12 | Wrap gifts | 2027-10-12
Wrap gifts 12/24/2026 | Wrap gifts | 2026-12-24
Wrap gifts 24.12. | Wrap gifts | 2026-12-24
Wrap gifts 24.12.2026 | Wrap gifts | 2026-12-24
Wrap gifts 2026-12-24 | Wrap gifts | 2026-12-24
Wrap gifts 10/12
order 10/12 screws
Order screws 10/12
Open 24/7
Paint 3/4
Drill bit 5/16
Read page 3/24
Read 11/22/63
Book: 11/22/63
Read 11.22.63
Upgrade to Ubuntu 24.04
Upgrade to Ubuntu 24.04.
Ubuntu 24.04
Ubuntu 24.04.
Release 2026.3
Upgrade to 2.0.1
Pay 12.50
Wrap gifts 31/2
Wrap gifts 30/02/2027
Send the flowers 23 nov 2026 | Send the flowers | 2026-11-23
Send the flowers 11/23/2026 | Send the flowers | 2026-11-23
Invoice 2026-11-02
Meeting notes 2026-11-02
Contract 1999-12-31
Backup of 2026-11-02
Call #Personal Ann tomorrow | Call Ann | 2026-11-25 | personal
Rename #workshop
Learn C#work idioms
May the fourth
May the fourth be with you
Today show tickets
Tomorrow never knows
`,
  'en-GB': `
Wrap gifts on 10/12 | Wrap gifts | 2026-12-10
Wrap gifts by 3/1/2027 | Wrap gifts | 2027-01-03
Wrap gifts 24/12 | Wrap gifts | 2026-12-24
Wrap gifts 10/12
`,
  de: `
Geschenke einpacken 24.12. | Geschenke einpacken | 2026-12-24
Geschenke einpacken am 24.12. | Geschenke einpacken | 2026-12-24
Geschenke einpacken bis 05.01. | Geschenke einpacken | 2027-01-05
Geschenke einpacken 10.12. | Geschenke einpacken | 2026-12-10
Geschenke einpacken 24.12.2026 | Geschenke einpacken | 2026-12-24
Geschenke einpacken 24/12 | Geschenke einpacken | 2026-12-24
Mama anrufen übermorgen | Mama anrufen | 2026-11-26
Mama anrufen bis übermorgen | Mama anrufen | 2026-11-26
Mama anrufen heute Abend | Mama anrufen | 2026-11-24
Rasen mähen am Wochenende | Rasen mähen | 2026-11-28
Rasen mähen dieses Wochenende | Rasen mähen | 2026-11-28
Rasen mähen nächstes Wochenende | Rasen mähen | 2026-12-05
Miete zahlen Ende des Monats | Miete zahlen | 2026-11-30
Miete zahlen bis Ende des Monats | Miete zahlen | 2026-11-30
in 3 Tagen anrufen | anrufen | 2026-11-27
anrufen #work wegen der Rechnung | anrufen wegen der Rechnung | - | work
Morgen ist ein Lied
Übermorgen ist auch ein Tag
Der Tod
Über den Tod
Tatort: Tod am Wochenende der Liebe
Jeden Morgen
Rechnung 2026-11-02
Ubuntu 24.04
Kapitel 3.2.
Version 2.10.
Weihnachten 31.11.
`,
  fr: `
Emballer les cadeaux 24/12 | Emballer les cadeaux | 2026-12-24
Emballer les cadeaux le 24/12 | Emballer les cadeaux | 2026-12-24
Emballer les cadeaux 24/12/2026 | Emballer les cadeaux | 2026-12-24
Appeler maman après-demain | Appeler maman | 2026-11-26
Appeler maman ce soir | Appeler maman | 2026-11-24
Tondre la pelouse ce week-end | Tondre la pelouse | 2026-11-28
Tondre la pelouse le week-end prochain | Tondre la pelouse | 2026-12-05
Payer le loyer fin du mois | Payer le loyer | 2026-11-30
Payer le loyer à la fin du mois | Payer le loyer | 2026-11-30
dans 3 jours appeler | appeler | 2026-11-27
appeler #work pour le bail | appeler pour le bail | - | work
Le monde d’après-demain
Commander 10/12 vis
Recette pour ce soir
Facture 2026-11-02
Chapitre 3/24
Mon ami Pierrot
Le mois de mai
`,
};

test.each(tableOf(rows, line => `${line} | -`))('%s: %s', (language, line, expected) =>
  expect(read(line, language)).toBe(expected),
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
