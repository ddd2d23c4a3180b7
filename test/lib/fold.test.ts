import { fold, wordsOf } from '../../src/lib/text/fold';

test.each([
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Łódź, Ærø & Œuvre', 'lodz aero oeuvre'],
  ['Привет, Й', 'привет и'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ＦＵＬＬ ｗｉｄｔｈ', 'full width'],
  ['İstanbul', 'istanbul'],
  ['don’t', 'don t'],
  ['C++ €5 🎂', 'c++ €5 🎂'],
  ['日本語', '日本語'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['zero\u200bwidth\u2060 \ufeffsigns', 'zerowidth signs'],
  ['می\u200cخواهم', 'میخواهم'],
  ['❤\ufe0f', '❤'],
])('%s is looked for as %s', (text, folded) => {
  expect(fold(text).trim().replace(/ +/g, ' ')).toBe(folded);
});

test.each([
  ['  Bread,  bread & MILK ', ['bread', 'milk']],
  ['…', []],
  ['', []],
])('%j has the words %j', (text, words) => {
  expect([...wordsOf(text)]).toEqual(words);
});
