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
Buy sun cream
Buy a sat nav
Update the sat nav before the trip
Order monitor arm
Ask May about the lease
Ask Jan for the slides
Thank April for the flowers
Meet June and August
Call April
Email Jan
Write to May
Lunch with June
Ring Augusta
Interview with Augie March
Sign up for the March for Science
Protest march
Women’s march
March past rehearsal
Wedding march for the organist
Learn the Turkish March
May I borrow the ladder?
Maybe repaint the shed
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
Plan the menu for Saturday
Pack for Monday
Print tickets for tomorrow
Lay out clothes for tomorrow
Make soup for today
Prepare slides for next week
Shopping list for next week
Plan next week
Plan tomorrow
Review today
Plan Friday
Black Friday
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
Stormy Monday
Play Stormy Monday
Pancakes for Shrove Tuesday
Watch Any Given Sunday
Watch Saturday Night Fever
Watch Freaky Friday
Stream Wednesday
Watch Wednesday
Watch Friday Night Lights
Watch The Day After Tomorrow
Stream the film The Day After Tomorrow
Prepare tomorrow morning
Guten Morgen Abend
Pain du lundi prochain
Watch Tomorrow Never Dies
Watch Edge of Tomorrow
Watch World of Tomorrow
Sing Tomorrow from Annie
Read Tomorrow, and Tomorrow, and Tomorrow
Around the World in 80 Days
Watch Around the World in 80 Days
Learn Spanish in 30 days
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
No sugar as of today
Notes from today
Photos of today
Read Born on the Fourth of July
Watch Born on the 4th of July
Watch 12 Monkeys
Watch 24
Watch 2012
Read 2001
Book: 11/22/63
Read 11.22.63
Read Catch-22
Listen to 1999
Watch 500 Days of Summer
Watch 28 Days Later
Watch 28 weeks later
Read 10% Happier
Order 12 march flags
Buy 2 maybe 3 lamps
Replace 4 dec boards
Boeing 737 mar
Buy 12 mars bars
Buy 3 Mars bars and 12 Twix
Fix bug 404
Fix issue #12
Upgrade to Node 22
Upgrade to 2.0.1
Release v3.4.0
Release 2026.3
Tag 1.0.0-rc.1
Ubuntu 24.04 upgrade
Install iOS 19
Read RFC 2119
Read RFC 9110 section 12
ISO 8601 talk
Check DIN 5008
Call 555 0199
Call +49 30 1234567
Call 020 7946 0018
Pay 12.50
Pay $120 to Sam
Pay 3.99 €
Transfer 1,250.00
Invoice 2026-118
Invoice 2026-13-45
Invoice 2025-11-02
Contract 1999-12-31
Ticket ABC-2026-12
Backup of 2026-02-30
Meeting notes 2025-12-01
Compare 2024 and 2025
Taxes 2025
Budget 2026
Calendar 2027
Olympics 2028
Five-year plan 2030
Flight LH 402
Dinner at half past seven
Room 12
12 Grimmauld Place
Visit 10 Downing Street
221B Baker Street
Deliver to 5 March Street
Parcel for 17 May Road
Park at 3 Sunday Lane
Flat viewing, 42 April Avenue
Monday to Friday
Open Monday to Friday
Closed Saturday and Sunday
Mon - Fri
Opening hours Mon–Fri
Opening hours Mon-Fri
Ferry runs Friday, Saturday and Sunday
Parking free Saturday or Sunday
Every Friday
Swim Every Tuesday
Market Saturdays
Gym Mondays and Fridays
Photos from last Sunday
Minutes of last Monday
Statement since Friday
Hours since 1 March
Bills from March
Receipts January to March
Rent 1 March to 31 March
Trip 10-12 March
Trip 10 - 12 March
Holiday 3 to 5 May
Stay 12–14 May
Conference 12 and 13 May
Leave Jan 5 - Jan 9
Compare Friday with Monday
Thank God it’s Friday
TGI Friday
Casual Friday
Robinson and Friday
My man Friday
His girl Friday
Girl called Wednesday
Solomon Grundy, born on a Monday
I don’t like Mondays
Blue Monday
Lazy Sunday
Sunday, bloody Sunday
Monday, Monday
Friday, I’m in love
Today, tomorrow, forever
Tomorrow never knows
Saturday market
Sunday roast shopping
Monday order
Friday prayer
Thursday Murder Club
Tuesday Weld biography
Wednesday Addams costume
Tomorrowland tickets
Today’s specials board
Tomorrow’s people
Next week’s menu
Next generation router
Next in line: Anna
In three acts: buy tickets
Next of kin form
What comes next
Next
Today
Tomorrow
Friday
Sun
Sat
May
March
12 March
2026-12-24
In 3 days
No date
No date for the prom
Someday
Someday my prince will come
Save for someday
Play Someday
Books called Someday
Someday tomorrow
Milk carton with no date
Cheque has no date
It still has no date
Coins that have no date
Dates and figs
Buy dates
Date night
Up to date
Update work laptop
Work
Personal
#work
#personal
Rename #workshop
Join #workflows
Wiki page of #working-group
Learn C#work idioms
Homework
Work out
Personal trainer
Get back to work
Patchwork
Explain #1 and #2
Song by The Weeknd
Book by May Sarton
Painting by Friday Kahlo
Novel by Jan Martel
Essay on Sunday trading
Article on Monday blues
Report on Sat nav faults
Works on Mon Repos
Lights on by default
Stand by me
Put the kettle on
Drive by wire
Side by side
Turn on, tune in
SAT
Register for the SAT
Prepare for SAT
Tutor on SAT
Practise SAT
Thu Trang’s birthday
Call Thu about dinner
Call Mr Fri about tiles
Fri-Fri takeaway
Tue-iron pipes
Tues album by Fleur East
Wed
Mon
The Mon Calamari model kit
WED enterprises biography
MAR 2 report
Dec 25 is taken
12 dec 31 nov
31 Nov
30 February
Feb 30
Sep 31
Apr 31 rent
Pay by 31 June
Call on 0 May
Clean on Mar 32
Review in 0 days
Done in 60 seconds
Gone in 60 seconds
Back in 5 minutes
Deliver in 24 hours
Sale ends in 100 days
Rule of 3 weeks
3 weeks to go
3 days of rain
Two weeks’ notice
Week 12 review
Next week tonight
Nächste Woche Plan
Guten Morgen Tee
Morgenmantel kaufen
Jeden Morgen laufen
Joggen am Morgen
Brötchen für heute Morgen
Montag bis Freitag
Schwarzer Freitag
Jeden Dienstag Müll
So wie immer
Was ist so
Mi casa
Do it
Fr. Maier anrufen
Brief an Fr. Maier
Di Caprio Film
Sa und So geschlossen
Heute-Journal
Sonntagszeitung abbestellen
Mai Thi anrufen
Robinson und Freitag
Von Montag bis Mittwoch
Ab Montag Diät
Vendredi ou la Vie sauvage
Lire Vendredi ou les Limbes du Pacifique
Vacances à la mer
Appeler Sam
Tous les lundi
Chaque mardi
Du lundi au vendredi
Le monde de demain
Journal d’aujourd’hui
Mars Attacks
Champ de Mars
Café por la mañana
Correr esta mañana
Cada lunes
De lunes a viernes
Costa del mar
Viaje al mar
Casa junto al mar
El País de hoy
Los viernes
Dom Pedro
Sol y mar
今日子さんに電話
明日香村へ行く
日曜大工
月曜日と火曜日
土産を買う
木の本
Create monthly report
Every Breath You Take
Read Weekly
Learn in 14 days
Weekly
Daily standup notes
Every day
every day
Watch Every Day
Monthly budget
Yearly review for Ann
Ev charger
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
Täglich grüßt das Murmeltier
Alle Jahre wieder
Chaque jour suffit
Une fois par jour
`
  .trim()
  .split('\n')
  .filter((title, at, all) => all.indexOf(title) === at);
