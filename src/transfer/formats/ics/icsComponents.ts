import { dayOf, dayOfStored, type Day } from '../../../lib/days/days';
import { timeOfInstant } from '../days';
import { UnreadableFile } from '../reading';

/** A property's value, and its parameters as written. */
export type Property = { parameters: string; value: string };
/** An event, to-do or journal of a calendar; `line` is where it begins. */
export type Component = { line: number; kind: string; properties: Map<string, Property[]> };

const PROPERTY = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;])*)*):([^]*)$/;
const KINDS = ['VEVENT', 'VTODO', 'VJOURNAL'];

export const isCalendar = (text: string) => /^\s*BEGIN:VCALENDAR/i.test(text);

/** The unfolded lines of a calendar with their line numbers. */
function unfolded(text: string): [line: number, words: string][] {
  const lines: [number, string][] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(line)) last[1] += line.slice(1);
    else lines.push([at + 1, line]);
  }
  return lines;
}

/** The components of a calendar, and the calendar's own properties. Alarms and time zones are skipped. */
export function componentsOf(text: string): { calendar: Component; components: Component[] } {
  const calendar: Component = { line: 1, kind: 'VCALENDAR', properties: new Map() };
  const components: Component[] = [];
  const open: Component[] = [];
  for (const [line, words] of unfolded(text)) {
    const [, name = '', parameters = '', value = ''] = PROPERTY.exec(words) ?? [];
    const kind = value.trim().toUpperCase();
    switch (name.toUpperCase()) {
      case '':
        break;
      case 'BEGIN':
        open.push(kind === 'VCALENDAR' ? calendar : { line, kind, properties: new Map() });
        break;
      case 'END': {
        const ended = open.pop();
        if (ended && KINDS.includes(ended.kind)) components.push(ended);
        break;
      }
      default: {
        const properties = open.at(-1)?.properties;
        properties?.set(name.toUpperCase(), [
          ...(properties.get(name.toUpperCase()) ?? []),
          { parameters, value },
        ]);
      }
    }
  }
  if (open.some(({ kind }) => KINDS.includes(kind)))
    throw new UnreadableFile('This calendar is cut off or damaged: an entry of it does not end.');
  return { calendar, components: components.sort((a, b) => a.line - b.line) };
}

export const propertyOf = ({ properties }: Component, name: string): Property | null =>
  properties.get(name)?.[0] ?? null;
/** Unescapes text by RFC 5545, 3.3.11. */
export const textOf = (component: Component, name: string): string =>
  (propertyOf(component, name)?.value ?? '').replace(/\\([\\;,nN])/g, (_, escaped: string) =>
    /n/i.test(escaped) ? '\n' : escaped,
  );
/** All values of a property, which may be repeated and may be a list. */
export const valuesOf = ({ properties }: Component, name: string): string[] =>
  (properties.get(name) ?? []).flatMap(({ value }) => value.split(',')).filter(value => value !== '');

const MOMENT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

/** An instant of a calendar in ISO format; null for none. */
export function instantOfValue(value: string): string | null {
  const [, year, month, date, hours, minutes, seconds, utc] = MOMENT.exec(value.trim()) ?? [];
  const iso = `${year}-${month}-${date}T${hours}:${minutes}:${seconds}.000Z`;
  return utc === 'Z' && dayOfStored(iso) !== null ? iso : null;
}

/** The day and time of a value: a local time as written, an instant by this device's time zone. */
export function momentOfValue(value: string): { day: Day; time: string | null } | null {
  const instant = instantOfValue(value);
  if (instant !== null) return { day: dayOf(Date.parse(instant)), time: timeOfInstant(instant, '') };
  const [, year, month, date, hours, minutes] = MOMENT.exec(value.trim()) ?? [];
  const day = dayOfStored(`${year}-${month}-${date}`);
  return day === null ? null : { day, time: hours === undefined ? null : `${hours}:${minutes}` };
}
