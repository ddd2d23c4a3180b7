import type { TaskListName } from '../../src/tasks/task';

/** A line with the title, the day (`-`: none named, or `no date`) and the list (`-`: none named) that it means. */
export type Read = { line: string; title: string; day: string; list: TaskListName | '-' };

/** The phrases, read on Tuesday, 10 March 2026; weeks begin on Monday. */
const byLanguage: Record<string, string> = {
  en: `
Call Piet tomorrow morning | Call Piet | 2026-03-11
Call Piet tomorrow evening | Call Piet | 2026-03-11
Call Piet day after tomorrow | Call Piet | 2026-03-12
Send the parcel by the day after tomorrow | Send the parcel | 2026-03-12
Mama anrufen übermorgen | Mama anrufen | 2026-03-12
Call mum today | Call mum | 2026-03-10
call mum tomorrow | call mum | 2026-03-11
Call mum Tomorrow | Call mum | 2026-03-11
call mum TOMORROW | call mum | 2026-03-11
Laundry today | Laundry | 2026-03-10
Dentist at 14:00 tomorrow | Dentist | 2026-03-11
Pay $120 to Sam tomorrow | Pay $120 to Sam | 2026-03-11
Buy 2 lamps today | Buy 2 lamps | 2026-03-10
Call mum, tomorrow | Call mum | 2026-03-11
Send slides by tomorrow | Send slides | 2026-03-11
Send slides by today | Send slides | 2026-03-10
Pay rent fri | Pay rent | 2026-03-13
Pay rent Fri | Pay rent | 2026-03-13
Pay rent FRI | Pay rent | 2026-03-13
Pay rent friday | Pay rent | 2026-03-13
Pay rent Friday | Pay rent | 2026-03-13
Pay rent on friday | Pay rent | 2026-03-13
Pay rent by Friday | Pay rent | 2026-03-13
Pay rent on fri | Pay rent | 2026-03-13
Pay rent by fri | Pay rent | 2026-03-13
Pay rent this friday | Pay rent | 2026-03-13
Pay rent this fri | Pay rent | 2026-03-13
Gym thu | Gym | 2026-03-12
Gym thurs | Gym | 2026-03-12
Gym thursday | Gym | 2026-03-12
Gym on thursday | Gym | 2026-03-12
Swim tue | Swim | 2026-03-17
Swim tues | Swim | 2026-03-17
Swim tuesday | Swim | 2026-03-17
Swim on Tuesday | Swim | 2026-03-17
Swim wednesday | Swim | 2026-03-11
Swim on wed | Swim | 2026-03-11
Swim by Wed | Swim | 2026-03-11
Groceries saturday | Groceries | 2026-03-14
Groceries on sat | Groceries | 2026-03-14
Groceries by Sat | Groceries | 2026-03-14
Mow the lawn sunday | Mow the lawn | 2026-03-15
Mow the lawn on Sun | Mow the lawn | 2026-03-15
Mow the lawn by sun | Mow the lawn | 2026-03-15
Standup notes monday | Standup notes | 2026-03-16
Standup notes on mon | Standup notes | 2026-03-16
Standup notes by Mon | Standup notes | 2026-03-16
Call the cat next fri | Call the cat | 2026-03-20
Call the cat next Friday | Call the cat | 2026-03-20
Call the cat next mon | Call the cat | 2026-03-16
Call the cat next monday | Call the cat | 2026-03-16
Call the cat next tue | Call the cat | 2026-03-17
Call the cat next wed | Call the cat | 2026-03-18
Call the cat next sat | Call the cat | 2026-03-21
Call the cat next sun | Call the cat | 2026-03-22
Call the cat by next thu | Call the cat | 2026-03-19
Call the cat on next thursday | Call the cat | 2026-03-19
Renew passport next week | Renew passport | 2026-03-16
Renew passport Next Week | Renew passport | 2026-03-16
Renew passport by next week | Renew passport | 2026-03-16
Water plants in 1 day | Water plants | 2026-03-11
Water plants in a day | Water plants | 2026-03-11
Water plants in 2 days | Water plants | 2026-03-12
Water plants in 3 days | Water plants | 2026-03-13
Water plants in three days | Water plants | 2026-03-13
Water plants In 10 days | Water plants | 2026-03-20
Water plants in ten days | Water plants | 2026-03-20
Water plants in 14 days | Water plants | 2026-03-24
Check the filter in a week | Check the filter | 2026-03-17
Check the filter in 1 week | Check the filter | 2026-03-17
Check the filter in one week | Check the filter | 2026-03-17
Check the filter in 2 weeks | Check the filter | 2026-03-24
Check the filter in two weeks | Check the filter | 2026-03-24
Check the filter in 3 weeks | Check the filter | 2026-03-31
Check the filter in 6 weeks | Check the filter | 2026-04-21
Tax papers 12 mar | Tax papers | 2026-03-12
Tax papers mar 12 | Tax papers | 2026-03-12
Tax papers Mar 12 | Tax papers | 2026-03-12
Tax papers 12 March | Tax papers | 2026-03-12
Tax papers March 12 | Tax papers | 2026-03-12
Tax papers 12th March | Tax papers | 2026-03-12
Tax papers March 12th | Tax papers | 2026-03-12
Tax papers 12th of March | Tax papers | 2026-03-12
Tax papers 12 of march | Tax papers | 2026-03-12
Tax papers on 12 March | Tax papers | 2026-03-12
Tax papers on March 12 | Tax papers | 2026-03-12
Tax papers by 12 mar | Tax papers | 2026-03-12
Tax papers by mar 12th | Tax papers | 2026-03-12
Tax papers 10 mar | Tax papers | 2026-03-10
Tax papers 9 mar | Tax papers | 2027-03-09
Tax papers mar 9 | Tax papers | 2027-03-09
Tax papers 1 jan | Tax papers | 2027-01-01
Tax papers jan 31 | Tax papers | 2027-01-31
Tax papers 28 feb | Tax papers | 2027-02-28
Tax papers 1 may | Tax papers | 2026-05-01
Tax papers may 1st | Tax papers | 2026-05-01
Tax papers May 2nd | Tax papers | 2026-05-02
Tax papers 3rd may | Tax papers | 2026-05-03
Tax papers 21st may | Tax papers | 2026-05-21
Tax papers may 22nd | Tax papers | 2026-05-22
Tax papers 23rd of may | Tax papers | 2026-05-23
Tax papers 11th may | Tax papers | 2026-05-11
Tax papers 30 sept | Tax papers | 2026-09-30
Tax papers sep 30 | Tax papers | 2026-09-30
Tax papers 31 dec | Tax papers | 2026-12-31
Tax papers December 31 | Tax papers | 2026-12-31
Tax papers 12 mar 2027 | Tax papers | 2027-03-12
Tax papers mar 12 2027 | Tax papers | 2027-03-12
Tax papers March 12, 2027 | Tax papers | 2027-03-12
Tax papers on 12th March 2027 | Tax papers | 2027-03-12
Tax papers 29 feb 2028 | Tax papers | 2028-02-29
Tax papers fri 13 mar | Tax papers | 2026-03-13
Tax papers Fri, 13 March | Tax papers | 2026-03-13
Tax papers on Friday March 13 | Tax papers | 2026-03-13
Tax papers sat 14 mar | Tax papers | 2026-03-14
Tax papers Sunday, 15 March | Tax papers | 2026-03-15
Wrap gifts 2026-12-24 | Wrap gifts | 2026-12-24
Wrap gifts on 2026-12-24 | Wrap gifts | 2026-12-24
Wrap gifts by 2026-12-24 | Wrap gifts | 2026-12-24
Wrap gifts 2026-03-10 | Wrap gifts | 2026-03-10
Wrap gifts 2028-02-29 | Wrap gifts | 2028-02-29
Sort photos no date | Sort photos | no date
Sort photos No date | Sort photos | no date
Sort photos someday | Sort photos | no date
Sort photos, someday #work | Sort photos | no date | work
Someday: sort photos | sort photos | no date
Sort photos #work | Sort photos | - | work
Sort photos #personal | Sort photos | - | personal
Sort photos #Work | Sort photos | - | work
#work sort photos | sort photos | - | work
#personal sort photos | sort photos | - | personal
Sort photos #work fri | Sort photos | 2026-03-13 | work
Sort photos fri #work | Sort photos | 2026-03-13 | work
Sort photos #work on friday | Sort photos | 2026-03-13 | work
Sort photos by friday #work | Sort photos | 2026-03-13 | work
#work sort photos fri | sort photos | 2026-03-13 | work
Sort photos #personal tomorrow | Sort photos | 2026-03-11 | personal
Sort photos no date #work | Sort photos | no date | work
Sort photos #work no date | Sort photos | no date | work
Sort photos in 3 days #work | Sort photos | 2026-03-13 | work
Sort photos 2026-12-24 #work | Sort photos | 2026-12-24 | work
Sort photos next week #personal | Sort photos | 2026-03-16 | personal
tomorrow: sort photos | sort photos | 2026-03-11
Today: sort photos | sort photos | 2026-03-10
fri: sort photos | sort photos | 2026-03-13
Friday: sort photos | sort photos | 2026-03-13
Next week: sort photos | sort photos | 2026-03-16
next fri: sort photos | sort photos | 2026-03-20
in 3 days: sort photos | sort photos | 2026-03-13
12 mar: sort photos | sort photos | 2026-03-12
2026-12-24: sort photos | sort photos | 2026-12-24
fri: sort photos #work | sort photos | 2026-03-13 | work
#work fri: sort photos | sort photos | 2026-03-13 | work
no date: sort photos | sort photos | no date
Read 1984 tomorrow | Read 1984 | 2026-03-11
Fix issue #12 fri | Fix issue #12 | 2026-03-13
Ask May about the lease tomorrow | Ask May about the lease | 2026-03-11
Monitor order thursday | Monitor order | 2026-03-12
March plan 12 may | March plan | 2026-05-12
  Call   mum   tomorrow  | Call   mum | 2026-03-11
`,
  de: `
Kino nächsten Freitag | Kino | 2026-03-20
Kino am kommenden Freitag | Kino | 2026-03-13
Kino diesen Freitag | Kino | 2026-03-13
Frühstück morgen früh | Frühstück | 2026-03-11
Anrufen morgen Abend | Anrufen | 2026-03-11
Mama anrufen heute | Mama anrufen | 2026-03-10
Mama anrufen morgen | Mama anrufen | 2026-03-11
Mama anrufen bis morgen | Mama anrufen | 2026-03-11
Mama anrufen Freitag | Mama anrufen | 2026-03-13
Mama anrufen freitag | Mama anrufen | 2026-03-13
Mama anrufen am Freitag | Mama anrufen | 2026-03-13
Mama anrufen bis Freitag | Mama anrufen | 2026-03-13
Mama anrufen am Fr | Mama anrufen | 2026-03-13
Mama anrufen bis Mi | Mama anrufen | 2026-03-11
Mama anrufen am So | Mama anrufen | 2026-03-15
Mama anrufen Dienstag | Mama anrufen | 2026-03-17
Mama anrufen nächste Woche | Mama anrufen | 2026-03-16
Mama anrufen in 3 Tagen | Mama anrufen | 2026-03-13
Mama anrufen in 2 Wochen | Mama anrufen | 2026-03-24
Mama anrufen 12. März | Mama anrufen | 2026-03-12
Mama anrufen 12 März | Mama anrufen | 2026-03-12
Mama anrufen am 12. März | Mama anrufen | 2026-03-12
Mama anrufen 24. Dezember | Mama anrufen | 2026-12-24
Mama anrufen 24. Dez. | Mama anrufen | 2026-12-24
Mama anrufen 24. Dez | Mama anrufen | 2026-12-24
Mama anrufen bis 31. Mai | Mama anrufen | 2026-05-31
Mama anrufen 1. Januar | Mama anrufen | 2027-01-01
Mama anrufen tomorrow | Mama anrufen | 2026-03-11
Mama anrufen fri #work | Mama anrufen | 2026-03-13 | work
Freitag: Mama anrufen | Mama anrufen | 2026-03-13
`,
  fr: `
Dentiste lundi prochain | Dentiste | 2026-03-16
Pain demain matin | Pain | 2026-03-11
Appeler maman aujourd’hui | Appeler maman | 2026-03-10
Appeler maman aujourd'hui | Appeler maman | 2026-03-10
Appeler maman demain | Appeler maman | 2026-03-11
Appeler maman vendredi | Appeler maman | 2026-03-13
Appeler maman Vendredi | Appeler maman | 2026-03-13
Appeler maman la semaine prochaine | Appeler maman | 2026-03-16
Appeler maman dans 3 jours | Appeler maman | 2026-03-13
Appeler maman dans 2 semaines | Appeler maman | 2026-03-24
Appeler maman 12 mars | Appeler maman | 2026-03-12
Appeler maman le 12 mars | Appeler maman | 2026-03-12
Appeler maman le 1er mai | Appeler maman | 2026-05-01
Appeler maman 24 décembre | Appeler maman | 2026-12-24
Appeler maman 24 déc. | Appeler maman | 2026-12-24
Appeler maman 24 déc #work | Appeler maman | 2026-12-24 | work
Appeler maman vendredi 13 mars | Appeler maman | 2026-03-13
`,
  es: `
Dentista el próximo lunes | Dentista | 2026-03-16
Llamar a mamá hoy | Llamar a mamá | 2026-03-10
Llamar a mamá mañana | Llamar a mamá | 2026-03-11
Llamar a mamá viernes | Llamar a mamá | 2026-03-13
Llamar a mamá el viernes | Llamar a mamá | 2026-03-13
Llamar a mamá el vie | Llamar a mamá | 2026-03-13
Llamar a mamá la próxima semana | Llamar a mamá | 2026-03-16
Llamar a mamá dentro de 3 días | Llamar a mamá | 2026-03-13
Llamar a mamá 12 de marzo | Llamar a mamá | 2026-03-12
Llamar a mamá el 12 de marzo | Llamar a mamá | 2026-03-12
Llamar a mamá 12 mar | Llamar a mamá | 2026-03-12
Llamar a mamá 24 de diciembre #personal | Llamar a mamá | 2026-12-24 | personal
`,
  ja: `
母に電話 今日 | 母に電話 | 2026-03-10
母に電話 明日 | 母に電話 | 2026-03-11
母に電話 来週 | 母に電話 | 2026-03-16
母に電話 金曜日 | 母に電話 | 2026-03-13
母に電話 3日後 | 母に電話 | 2026-03-13
母に電話 3 日後 | 母に電話 | 2026-03-13
母に電話 3月12日 | 母に電話 | 2026-03-12
母に電話\u3000明日 | 母に電話 | 2026-03-11
母に電話 fri #work | 母に電話 | 2026-03-13 | work
`,
  ru: `
Позвонить маме сегодня | Позвонить маме | 2026-03-10
Позвонить маме завтра | Позвонить маме | 2026-03-11
Позвонить маме пятница | Позвонить маме | 2026-03-13
Позвонить маме через 3 дня | Позвонить маме | 2026-03-13
Позвонить маме 12 марта | Позвонить маме | 2026-03-12
Позвонить маме на следующей неделе | Позвонить маме | 2026-03-16
`,
  he: `
להתקשר לאמא היום | להתקשר לאמא | 2026-03-10
להתקשר לאמא מחר | להתקשר לאמא | 2026-03-11
להתקשר לאמא 12 במרץ | להתקשר לאמא | 2026-03-12
`,
};

const readOf = (row: string): Read => {
  const [line = '', title = '', day = '', list = '-'] = row.split('|');
  return {
    line: line.replace(/ $/, ''),
    title: title.trim(),
    day: day.trim(),
    list: list.trim() as Read['list'],
  };
};

/** Phrases that people type in each language, with their meaning. */
export const phrases: readonly (Read & { language: string })[] = Object.entries(byLanguage).flatMap(
  ([language, rows]) =>
    rows
      .split('\n')
      .filter(Boolean)
      .map(row => ({ language, ...readOf(row) })),
);
