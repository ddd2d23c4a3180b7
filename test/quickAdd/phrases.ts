/**
 * Phrases that people type, by language, each with the title, the day (`no date`; `-` for none named) and the list that it
 * means, on Tuesday, 10 March 2026; weeks begin on Monday.
 */
export const phrases: Record<string, string> = {
  en: `
Call Piet tomorrow morning | Call Piet | 2026-03-11
Call Piet tomorrow evening | Call Piet | 2026-03-11
Call Piet day after tomorrow | Call Piet | 2026-03-12
Send the parcel by the day after tomorrow | Send the parcel | 2026-03-12
Mama anrufen übermorgen | Mama anrufen | 2026-03-12
Laundry today | Laundry | 2026-03-10
Dentist at 14:00 tomorrow | Dentist | 2026-03-11
Pay $120 to Sam tomorrow | Pay $120 to Sam | 2026-03-11
Call mum, tomorrow | Call mum | 2026-03-11
Send slides by tomorrow | Send slides | 2026-03-11
Send slides by today | Send slides | 2026-03-10
Pay rent Fri | Pay rent | 2026-03-13
Pay rent FRI | Pay rent | 2026-03-13
Pay rent on friday | Pay rent | 2026-03-13
Pay rent this friday | Pay rent | 2026-03-13
Gym thu | Gym | 2026-03-12
Gym thurs | Gym | 2026-03-12
Swim tue | Swim | 2026-03-17
Swim tues | Swim | 2026-03-17
Groceries saturday | Groceries | 2026-03-14
Mow the lawn by sun | Mow the lawn | 2026-03-15
Call the cat next fri | Call the cat | 2026-03-20
Call the cat next sat | Call the cat | 2026-03-21
Call the cat on next thursday | Call the cat | 2026-03-19
Renew passport by next week | Renew passport | 2026-03-16
Water plants in a day | Water plants | 2026-03-11
Water plants in three days | Water plants | 2026-03-13
Water plants in ten days | Water plants | 2026-03-20
Water plants in 14 days | Water plants | 2026-03-24
Check the filter in 1 week | Check the filter | 2026-03-17
Check the filter in 6 weeks | Check the filter | 2026-04-21
Tax papers 12 of march | Tax papers | 2026-03-12
Tax papers on 12 March | Tax papers | 2026-03-12
Tax papers may 1st | Tax papers | 2026-05-01
Tax papers May 2nd | Tax papers | 2026-05-02
Tax papers 3rd may | Tax papers | 2026-05-03
Tax papers 30 sept | Tax papers | 2026-09-30
Tax papers 12 mar 2027 | Tax papers | 2027-03-12
Tax papers on 12th March 2027 | Tax papers | 2027-03-12
Tax papers sat 14 mar | Tax papers | 2026-03-14
Wrap gifts 2026-12-24 | Wrap gifts | 2026-12-24
Wrap gifts on 2026-12-24 | Wrap gifts | 2026-12-24
Sort photos no date | Sort photos | no date
Sort photos, someday #work | Sort photos | no date | work
Someday: sort photos | sort photos | no date
Sort photos #personal | Sort photos | - | personal
Sort photos #work fri | Sort photos | 2026-03-13 | work
Sort photos #work on friday | Sort photos | 2026-03-13 | work
Sort photos #personal tomorrow | Sort photos | 2026-03-11 | personal
Sort photos in 3 days #work | Sort photos | 2026-03-13 | work
Sort photos 2026-12-24 #work | Sort photos | 2026-12-24 | work
Sort photos next week #personal | Sort photos | 2026-03-16 | personal
tomorrow: sort photos | sort photos | 2026-03-11
fri: sort photos | sort photos | 2026-03-13
Next week: sort photos | sort photos | 2026-03-16
next fri: sort photos | sort photos | 2026-03-20
in 3 days: sort photos | sort photos | 2026-03-13
12 mar: sort photos | sort photos | 2026-03-12
2026-12-24: sort photos | sort photos | 2026-12-24
fri: sort photos #work | sort photos | 2026-03-13 | work
no date: sort photos | sort photos | no date
Read 1984 tomorrow | Read 1984 | 2026-03-11
Fix issue #12 fri | Fix issue #12 | 2026-03-13
Ask May about the lease tomorrow | Ask May about the lease | 2026-03-11
March plan 12 may | March plan | 2026-05-12
`,
  de: `
Kino nächsten Freitag | Kino | 2026-03-20
Kino am kommenden Freitag | Kino | 2026-03-13
Kino diesen Freitag | Kino | 2026-03-13
Frühstück morgen früh | Frühstück | 2026-03-11
Anrufen morgen Abend | Anrufen | 2026-03-11
Mama anrufen am Freitag | Mama anrufen | 2026-03-13
Mama anrufen bis Mi | Mama anrufen | 2026-03-11
Mama anrufen nächste Woche | Mama anrufen | 2026-03-16
Mama anrufen in 3 Tagen | Mama anrufen | 2026-03-13
Mama anrufen am 12. März | Mama anrufen | 2026-03-12
Mama anrufen 24. Dezember | Mama anrufen | 2026-12-24
Mama anrufen fri #work | Mama anrufen | 2026-03-13 | work
`,
  fr: `
Dentiste lundi prochain | Dentiste | 2026-03-16
Pain demain matin | Pain | 2026-03-11
Appeler maman aujourd'hui | Appeler maman | 2026-03-10
Appeler maman vendredi | Appeler maman | 2026-03-13
Appeler maman la semaine prochaine | Appeler maman | 2026-03-16
Appeler maman dans 3 jours | Appeler maman | 2026-03-13
Appeler maman le 1er mai | Appeler maman | 2026-05-01
Appeler maman 24 déc #work | Appeler maman | 2026-12-24 | work
Appeler maman vendredi 13 mars | Appeler maman | 2026-03-13
`,
  es: `
Dentista el próximo lunes | Dentista | 2026-03-16
Llamar a mamá viernes | Llamar a mamá | 2026-03-13
Llamar a mamá el viernes | Llamar a mamá | 2026-03-13
Llamar a mamá la próxima semana | Llamar a mamá | 2026-03-16
Llamar a mamá dentro de 3 días | Llamar a mamá | 2026-03-13
Llamar a mamá el 12 de marzo | Llamar a mamá | 2026-03-12
Llamar a mamá 12 mar | Llamar a mamá | 2026-03-12
`,
  ja: `
母に電話 3日後 | 母に電話 | 2026-03-13
母に電話 3月12日 | 母に電話 | 2026-03-12
母に電話 fri #work | 母に電話 | 2026-03-13 | work
`,
  ru: `
Позвонить маме завтра | Позвонить маме | 2026-03-11
`,
  he: `
להתקשר לאמא 12 במרץ | להתקשר לאמא | 2026-03-12
`,
};
