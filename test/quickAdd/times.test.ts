import { readTitle } from '../../src/quickAdd/reading/readTitle';
import { taskOf } from '../../src/quickAdd/useUnderstanding';
import { repeatInWords } from '../../src/repeats/makeRepeat';
import { tableOf } from './rows';

/** A Friday, at noon; weeks begin on Monday. */
const today = '2026-11-27';
const now = '12:00';

/** A line, its title, its day, its time, and its repeat. A row with a line alone means that the title stays as typed. */
const rows: Record<string, string> = {
  'en-GB': `
Call Ana 5 pm | Call Ana | 2026-11-27 | 17:00
Call Ana 5.30pm | Call Ana | 2026-11-27 | 17:30
Call Ana 5 p.m. | Call Ana | 2026-11-27 | 17:00
Call Ana 5pm! | Call Ana | 2026-11-27 | 17:00
Call Ana 12am | Call Ana | 2026-11-28 | 00:00
Call Ana at 5:30 | Call Ana | 2026-11-27 | 17:30
Call Ana 5:30 | Call Ana | 2026-11-28 | 05:30
Call Ana at 6 | Call Ana | 2026-11-27 | 18:00
Call Ana at 7 | Call Ana | 2026-11-28 | 07:00
Call Ana @5pm | Call Ana | 2026-11-27 | 17:00
Call Ana by 5pm | Call Ana | 2026-11-27 | 17:00
Call Ana midday tomorrow | Call Ana | 2026-11-28 | 12:00
Call Ana tomorrow midnight | Call Ana | 2026-11-28 | 00:00
Call Ana tonight at midnight | Call Ana | 2026-11-28 | 00:00
Call Ana today midnight | Call Ana | 2026-11-28 | 00:00
Call Ana 18h30 | Call Ana | 2026-11-27 | 18:30
Call Ana 18 Uhr | Call Ana | 2026-11-27 | 18:00
Call Ana tomorrow, 5pm | Call Ana | 2026-11-28 | 17:00
Call Ana on 5 dec at noon | Call Ana | 2026-12-05 | 12:00
Call Ana tonight at 8 | Call Ana | 2026-11-27 | 20:00
Call Ana this evening at 7 | Call Ana | 2026-11-27 | 19:00
Call Ana tomorrow morning at 5 | Call Ana | 2026-11-28 | 05:00
Call Ana tomorrow afternoon at 4 | Call Ana | 2026-11-28 | 16:00
Gym every monday 9:00 | Gym | 2026-11-30 | 09:00 | every Monday
Pills every morning at 6 | Pills | 2026-11-28 | 06:00 | every day
9:30 dentist | dentist | 2026-11-28 | 09:30
5pm call Ana | call Ana | 2026-11-27 | 17:00
At 17:00 call Ana | call Ana | 2026-11-27 | 17:00
17:00: call Ana | call Ana | 2026-11-27 | 17:00
fri 5pm: call Ana | call Ana | 2026-12-04 | 17:00
at 5: call Ana | call Ana | 2026-11-27 | 17:00
Take pills at 9 and at 17:00
Train at 9:30, 10:30
Version 17:45
Movie 24:00
Mix concrete 1:10
Read John 3:16
Lakers beat Bulls 12:10
Watch High Noon
Book a table for Sunday at 5
Call before 5pm
Open after 17:00
Read The 5:15
Catch the 9:30
Meeting 9:00 - 10:00
Meeting from 9:00 to 10:00
Shop open until 5pm
Not at 5
Walk 5h
Look at 5 houses
3:10 to Yuma
Radio midnight
tomorrow 5pm
17:00
Meeting at 5: bring cake
1:25 scale model
What is due at 25
Fix bug 17:60
Fifteen at 0
`,
  'en-US': `
Call Ana 5:30 | Call Ana | 2026-11-27 | 17:30
Call Ana 05:30 | Call Ana | 2026-11-28 | 05:30
`,
  de: `
Anna anrufen 18:30 Uhr | Anna anrufen | 2026-11-27 | 18:30
Anna anrufen 18.30 Uhr | Anna anrufen | 2026-11-27 | 18:30
Anna anrufen um 18.30 | Anna anrufen | 2026-11-27 | 18:30
Anna anrufen morgen um 18 Uhr | Anna anrufen | 2026-11-28 | 18:00
Anna anrufen morgen früh um 6 | Anna anrufen | 2026-11-28 | 06:00
Anna anrufen bis 18 Uhr | Anna anrufen | 2026-11-27 | 18:00
Anna anrufen gegen 18 Uhr | Anna anrufen | 2026-11-27 | 18:00
Anna anrufen um Mitternacht | Anna anrufen | 2026-11-28 | 00:00
Anna anrufen morgen Mittag | Anna anrufen | 2026-11-28 | 12:00
Anna anrufen Freitag Mittag | Anna anrufen | 2026-12-04 | 12:00
Offen von 9 bis 10 Uhr
Vor 18 Uhr
Kapitel 3:16
`,
  fr: `
Appeler Ana 18h30 | Appeler Ana | 2026-11-27 | 18:30
Appeler Ana 18 h 30 | Appeler Ana | 2026-11-27 | 18:30
Appeler Ana 18h | Appeler Ana | 2026-11-27 | 18:00
Appeler Ana ce soir à 8h | Appeler Ana | 2026-11-27 | 08:00
Appeler Ana à midi | Appeler Ana | 2026-11-28 | 12:00
Appeler Ana à minuit | Appeler Ana | 2026-11-28 | 00:00
Appeler Ana vers 18h | Appeler Ana | 2026-11-27 | 18:00
Appeler Ana le 5 décembre à 17:00 | Appeler Ana | 2026-12-05 | 17:00
Sport tous les mardis à 18h | Sport | 2026-12-01 | 18:00 | every Tuesday
Travail de 9 à 10h
Chapitre 3:16
`,
  'es-ES': `
Llamar a Ana a las 5 | Llamar a Ana | 2026-11-27 | 17:00
Llamar a Ana mañana 18h | Llamar a Ana | 2026-11-28 | 18:00
`,
  'da-DK': `
Ring til Ana kl. 17.30 | Ring til Ana | 2026-11-27 | 17:30
`,
  'pt-BR': `
Ligar para Ana amanhã às 9 | Ligar para Ana | 2026-11-28 | 09:00
`,
  ko: `
아나에게 전화 내일 오후 5:30 | 아나에게 전화 | 2026-11-28 | 17:30
`,
  'ja-JP': `
アナに電話 17時 | アナに電話 | 2026-11-27 | 17:00
アナに電話 午後5:30 | アナに電話 | 2026-11-27 | 17:30
`,
};

function read(line: string, language: string) {
  const calendar = { today, language, firstDayOfWeek: 1, now };
  const reading = readTitle(line, calendar);
  const { title, day, repeat, timing } = taskOf(reading, { day: today, list: 'personal' }, calendar);
  const isRead = reading.understood.length > 0;
  return [
    title,
    ...(isRead ? [day ?? 'no date', timing?.time ?? '-'] : []),
    ...(repeat ? [repeatInWords(repeat)] : []),
  ].join(' | ');
}

test.each(tableOf(rows))('%s: %s', (language, line, expected) => expect(read(line, language)).toBe(expected));

test.each([
  ['Book a table for 7pm', '7pm', '19:00'],
  ['Psalm 23:14', '23:14', '23:14'],
  ['Offen ab 18 Uhr', '18 uhr', '18:00'],
])('in “%s”, “%s” stays in the title and is offered as %s', (line, phrase, time) => {
  const calendar = { today, language: 'de', firstDayOfWeek: 1 };
  expect(readTitle(line, calendar)).toMatchObject({ title: line, understood: [], offered: { phrase, time } });
  expect(readTitle(line, calendar, { asRead: [phrase] }).understood).toMatchObject([{ kind: 'time', time }]);
});

test.each([
  ['Call Ana tomorrow 5pm', '5pm', 'Call Ana 5pm', '2026-11-28', '-'],
  ['Call Ana tomorrow at 5', 'at 5', 'Call Ana at 5', '2026-11-28', '-'],
  ['Call Ana at 5 tomorrow', 'at 5', 'Call Ana at 5', '2026-11-28', '-'],
  ['Call Ana tomorrow 5pm', 'tomorrow', 'Call Ana tomorrow', '-', '17:00'],
  ['5pm call Ana', '5pm', '5pm call Ana', '-', '-'],
])('in “%s”, “%s” can be made words again', (line, phrase, title, day, time) => {
  const reading = readTitle(line, { today, language: 'en', firstDayOfWeek: 1 }, { asWords: [phrase] });
  const found = (kind: string) => reading.understood.find(each => each.kind === kind) as never;
  expect([reading.title, found('day')?.['day'] ?? '-', found('time')?.['time'] ?? '-']).toEqual([
    title,
    day,
    time,
  ]);
});

describe('the day of a time that names none', () => {
  const on = (day: string | null) => {
    const calendar = { today, language: 'en', firstDayOfWeek: 1, now };
    return taskOf(readTitle('Call Ana 9:00', calendar), { day, list: 'personal' }, calendar).day;
  };

  test('is that of the page', () => expect(on('2026-12-09')).toBe('2026-12-09'));
  test('is tomorrow on the page of today, if the time is past', () => expect(on(today)).toBe('2026-11-28'));
  test('is a day also where tasks have none', () => expect(on(null)).toBe('2026-11-28'));
});
