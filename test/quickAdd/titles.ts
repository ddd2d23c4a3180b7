/** Titles of everyday tasks that name neither a day nor a list: each must stay as typed. */
export const titles: readonly string[] = `
May the fourth party
Monitor order
Sat nav
read 1984
March plan
Call Friday the cat
Sun cream
Today show tickets
Buy a sat nav
Order monitor arm
Ask May about the lease
Ask Jan for the slides
Meet June and August
Call April
Write to May
Ring Augusta
Interview with Augie March
Sign up for the March for Science
Protest march
March past rehearsal
Wedding march for the organist
Learn the Turkish March
May I borrow the ladder?
It may rain: check the roof
Marie’s marmalade recipe
Read Middlemarch
Decide on the sofa
Dec the halls: buy lights
Mon Cheri for grandma
Mon ami Pierre: write back
Buy Wed-ding present
Wed Anna and Tom: rehearse speech
Sat down with the accountant
Where the cat sat
The cat sat on the mat
Buy chairs that can be sat on
Sun hat
Lotion against the sun
Protect the plants from sun
Plant that likes the sun
Cover the car against sun
Newspaper: The Sun
Watch Black Sunday
Book a table for Sunday
Buy a cake for Sunday
Pack for Monday
Print tickets for tomorrow
Prepare slides for next week
Plan next week
Review today
Plan Friday
Prepare Black Friday
Look at offers on Black Friday
Clean the shop before Black Friday
Good Friday service music
Order hot cross buns for Good Friday
Ash Wednesday
Read about Ash Wednesday
Cyber Monday deals
Wait for Cyber Monday
Order lamb for Easter Monday
Palm Sunday
Costume for Fat Tuesday
Dance to Ruby Tuesday
Learn the chords of Ruby Tuesday
Manic Monday
Play Stormy Monday
Pancakes for Shrove Tuesday
Watch Saturday Night Fever
Watch Freaky Friday
Stream Wednesday
Watch Wednesday
Watch The Day After Tomorrow
Prepare tomorrow morning
Guten Morgen Abend
Pain du lundi prochain
Watch Tomorrow Never Dies
Watch Edge of Tomorrow
Around the World in 80 Days
Learn Rust in 14 days
Lose 5 kg in 6 weeks
Couch to 5k in 9 weeks
Read War and Peace in 10 days
Master chess in 7 days
Subscribe to Psychology Today
Renew USA Today
Cancel Russia Today
Read Archaeology Today
What did I learn today?
Mindfulness: live for today
Not today
Notes from today
Photos of today
Read Born on the Fourth of July
Watch Born on the 4th of July
Watch 12 Monkeys
Watch 24
Read 2001
Book: 11/22/63
Read 11.22.63
Listen to 1999
Watch 500 Days of Summer
Watch 28 Days Later
Read 10% Happier
Buy 2 maybe 3 lamps
Boeing 737 mar
Fix bug 404
Fix issue #12
Upgrade to Node 22
Release v3.4.0
Ubuntu 24.04 upgrade
Install iOS 19
Read RFC 2119
Read RFC 9110 section 12
ISO 8601 talk
Check DIN 5008
Call 555 0199
Call +49 30 1234567
Pay 12.50
Pay $120 to Sam
Invoice 2025-11-02
Contract 1999-12-31
Ticket ABC-2026-12
Backup of 2026-02-30
Meeting notes 2025-12-01
Compare 2024 and 2025
Taxes 2025
Five-year plan 2030
Dinner at half past seven
Deliver to 5 March Street
Monday to Friday
Open Monday to Friday
Opening hours Mon–Fri
Opening hours Mon-Fri
Every Friday
Swim Every Tuesday
Gym Mondays and Fridays
Photos from last Sunday
Statement since Friday
Hours since 1 March
Bills from March
Receipts January to March
Rent 1 March to 31 March
Trip 10-12 March
Trip 10 - 12 March
Stay 12–14 May
Conference 12 and 13 May
Leave Jan 5 - Jan 9
Compare Friday with Monday
TGI Friday
Casual Friday
Robinson and Friday
My man Friday
His girl Friday
Solomon Grundy, born on a Monday
I don’t like Mondays
Blue Monday
Lazy Sunday
Sunday, bloody Sunday
Monday, Monday
Today, tomorrow, forever
Next generation router
Next in line: Anna
Next of kin form
Next
12 March
2026-12-24
In 3 days
No date
Save for someday
Play Someday
Someday tomorrow
Milk carton with no date
Coins that have no date
Date night
#work
Get back to work
Explain #1 and #2
Essay on Sunday trading
Put the kettle on
Register for the SAT
Prepare for SAT
Tutor on SAT
Practise SAT
Wed
MAR 2 report
Dec 25 is taken
12 dec 31 nov
31 Nov
Pay by 31 June
Call on 0 May
Clean on Mar 32
Review in 0 days
3 weeks to go
3 days of rain
Two weeks’ notice
Week 12 review
Next week tonight
Joggen am Morgen
Brötchen für heute Morgen
Montag bis Freitag
Schwarzer Freitag
Was ist so
Brief an Fr. Maier
Robinson und Freitag
Von Montag bis Mittwoch
Vacances à la mer
Du lundi au vendredi
Le monde de demain
Journal d’aujourd’hui
Champ de Mars
De lunes a viernes
Viaje al mar
Casa junto al mar
今日子さんに電話
Create monthly report
Read Weekly
Learn in 14 days
Not every day
Make every day count
Plan for every week
Almost every Tuesday
Look after every child
The end of every month
Every 3 seconds
Count every 31 june
Rent every 32nd
Every tue
Look after 3 kids
Jeden Dienstag
Jeden Tag ein Apfel
Alle Jahre wieder
`
  .trim()
  .split('\n');
