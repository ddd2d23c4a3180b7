import ICAL from 'ical.js';
import ical from 'node-ical';
import type { Day } from '../../../shared/days';

/** A day as a reader of a calendar shows it. */
export type Shown = { day: Day; name: string };
/** A program that reads a calendar and shows its days. */
export type Reader = (text: string, from: Day, to: Day) => Shown[];

const sorted = (all: Shown[]) => all.sort((a, b) => (a.day + a.name < b.day + b.name ? -1 : 1));

/** Mozilla's parser, which Thunderbird has, too. */
export const readByIcalJs: Reader = (text, from, to) => {
  const [calendar] = [new ICAL.Component(ICAL.parse(text) as unknown[])];
  const shown: Shown[] = [];
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component);
    const days = event.iterator();
    for (let next = days.next(); next; next = days.next()) {
      const day = next.toString();
      if (day > to) break;
      if (day >= from) shown.push({ day, name: event.summary });
      if (!event.isRecurring()) break;
    }
  }
  return sorted(shown);
};

const two = (part: number) => String(part).padStart(2, '0');
const localDay = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const localMidnight = (day: Day) =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)));

/** A library that many programs in Node read calendars by. */
export const readByNodeIcal: Reader = (text, from, to) => {
  const range = { from: localMidnight(from), to: localMidnight(to) };
  return sorted(
    Object.values(ical.sync.parseICS(text)).flatMap(component => {
      if (component?.type !== 'VEVENT') return [];
      return ical
        .expandRecurringEvent(component, range)
        .map(({ start, summary }) => ({ day: localDay(start), name: String(summary) }));
    }),
  );
};

/** The times and alarms of a calendar's events as ical.js reads them, by UID: `2026-12-01T14:30:00 PT30M -PT15M`. */
export function timesByIcalJs(text: string): Map<string, string> {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return new Map(
    calendar.getAllSubcomponents('vevent').map(component => {
      const { startDate, duration } = new ICAL.Event(component);
      const alarms = component.getAllSubcomponents('valarm');
      const triggers = alarms.map(alarm => String(alarm.getFirstPropertyValue('trigger')));
      return [
        String(component.getFirstPropertyValue('uid')),
        [String(startDate), String(duration), ...triggers].join(' '),
      ];
    }),
  );
}

/** The versions of a calendar's events, by UID. */
export function versionsIn(text: string): Map<string, { sequence: number; changedAt: string; text: string }> {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return new Map(
    calendar.getAllSubcomponents('vevent').map(component => {
      const value = (name: string) => String(component.getFirstPropertyValue(name));
      const plain = component.toString().replace(/^(SEQUENCE|LAST-MODIFIED|DTSTAMP).*\r\n/gm, '');
      const version = { sequence: Number(value('sequence')), changedAt: value('last-modified'), text: plain };
      return [value('uid'), version] as const;
    }),
  );
}
