import { momentOf } from '../../../../shared/reminders';
import { dayOf, dayOfStored, type Day } from '../../../lib/days/days';
import { dayOfInstant, isTimeZone, timeOfInstant } from '../../../lib/days/zones';
import { UnreadableFile } from '../reading';
import { minutesBefore, minutesBetween } from '../times';

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
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(line)) last[1] += line.slice(1);
    else lines.push([at + 1, line]);
  }
  return lines;
}

/** The content of a calendar; `isWhole` is false where its end is missing. */
type Calendar = { calendar: Component; components: Component[]; zones: Component[]; isWhole: boolean };

function keep(component: Component | undefined, name: string, property: Property) {
  const known = component?.properties.get(name);
  if (known) known.push(property);
  else component?.properties.set(name, [property]);
}

/** Keeps of a part what its component needs: the offset of a time zone, and when an alarm comes. */
function keepPart(part: Component, of: Component | undefined) {
  const [offset] = part.properties.get('TZOFFSETTO') ?? [];
  if (of?.kind === 'VTIMEZONE' && offset) keep(of, 'TZOFFSETTO', offset);
  if (part.kind === 'VALARM')
    keep(of, 'VALARM', part.properties.get('TRIGGER')?.[0] ?? { parameters: '', value: '' });
}

/** The components of a calendar, and the calendar's own properties. */
export function componentsOf(text: string): Calendar {
  const calendar: Component = { line: 1, kind: 'VCALENDAR', properties: new Map() };
  const [components, zones, open]: [Component[], Component[], Component[]] = [[], [], []];
  for (const [line, words] of unfolded(text)) {
    const [, written = '', parameters = '', value = ''] = PROPERTY.exec(words) ?? [];
    const name = written.toUpperCase();
    const kind = value.trim().toUpperCase();
    if (name === 'BEGIN') open.push(kind === 'VCALENDAR' ? calendar : { line, kind, properties: new Map() });
    else if (name === 'END') {
      const ended = open.pop();
      if (ended && KINDS.includes(ended.kind)) components.push(ended);
      else if (ended?.kind === 'VTIMEZONE') zones.push(ended);
      else if (ended) keepPart(ended, open.at(-1));
    } else if (name !== '') keep(open.at(-1), name, { parameters, value });
  }
  if (open.some(({ kind }) => KINDS.includes(kind)))
    throw new UnreadableFile('This calendar is cut off or damaged: an entry of it does not end.');
  components.sort((a, b) => a.line - b.line);
  return { calendar, components, zones, isWhole: open.length === 0 };
}

export const propertyOf = ({ properties }: Component, name: string): Property | null =>
  properties.get(name)?.[0] ?? null;
/** Unescapes text by RFC 5545, 3.3.11. */
const unescaped = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));
export const textOf = (component: Component, name: string): string =>
  unescaped(propertyOf(component, name)?.value ?? '');
/** All texts of a property that may be repeated. */
export const textsOf = ({ properties }: Component, name: string): string[] =>
  (properties.get(name) ?? []).map(({ value }) => unescaped(value).trim());
/** All values of a property, which may be repeated and may be a list. */
export const valuesOf = ({ properties }: Component, name: string): string[] =>
  (properties.get(name) ?? [])
    .flatMap(({ value }) => value.split(/(?<!\\),/))
    .filter(value => value !== '')
    .map(unescaped);

/** The UID of a component; empty without one. */
export const idOf = (component: Component) => textOf(component, 'UID');
const relatedTo = ({ properties }: Component, isChild: boolean) =>
  (properties.get('RELATED-TO') ?? []).flatMap(({ parameters, value }) => {
    const type = /;RELTYPE="?([^";]*)/i.exec(parameters)?.[1]?.toUpperCase() ?? 'PARENT';
    return type === (isChild ? 'CHILD' : 'PARENT') ? value.trim() : [];
  });

/** The UID of each component's parent, which one of the two names. */
export function parentsOf(components: readonly Component[]): Map<string, string> {
  const named = components.flatMap(component =>
    relatedTo(component, true).map(child => [child, idOf(component)] as const),
  );
  return new Map([
    ...named,
    ...components.flatMap(component =>
      relatedTo(component, false)
        .slice(0, 1)
        .map(parent => [idOf(component), parent] as const),
    ),
  ]);
}

const MOMENT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

/** An instant of a calendar in ISO format; null for none. */
export function instantOfValue(value: string): string | null {
  const [, year, month, date, hours, minutes, seconds, utc] = MOMENT.exec(value.trim()) ?? [];
  const iso = `${year}-${month}-${date}T${hours}:${minutes}:${seconds}.000Z`;
  return utc === 'Z' && dayOfStored(iso) !== null ? iso : null;
}

/** A time zone of a calendar: its name where this browser knows it, else the offsets that the file gives, in minutes. */
export type Zone = { name: string; offsets: number[] };
type Moment = { day: Day; time: string | null };

const minutesOf = (offset: string) => {
  const [, sign, hours, minutes] = /^([+-])(\d{2})(\d{2})/.exec(offset.trim()) ?? [];
  return hours === undefined ? [] : [(sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))];
};

/** The zone of a property's local time; null for an instant, and for a time that is the same everywhere. */
export function zoneOf(property: Property | null, zones: readonly Component[]): Zone | null {
  const [, id] = /;TZID="?([^";]+)/i.exec(property?.parameters ?? '') ?? [];
  if (id === undefined) return null;
  const zone = zones.find(candidate => textOf(candidate, 'TZID') === id);
  const names = [
    id,
    /[A-Za-z_]+\/[A-Za-z_/+-]+$/.exec(id)?.[0] ?? '',
    zone ? textOf(zone, 'X-LIC-LOCATION') : '',
  ];
  const name = names.find(isTimeZone) ?? '';
  return {
    name,
    offsets: (zone?.properties.get('TZOFFSETTO') ?? []).flatMap(({ value }) => minutesOf(value)),
  };
}

/** The day and time of an instant in a zone, by default the device's. Of several offsets the latest time counts. */
function momentOfInstant(instant: string, zone: Zone | null): Moment {
  const { name, offsets } = zone ?? { name: '', offsets: [] };
  if (name === '' && offsets.length > 0) {
    const shifted = new Date(Date.parse(instant) + Math.max(...offsets) * 60_000).toISOString();
    return { day: shifted.slice(0, 10), time: shifted.slice(11, 16) };
  }
  return {
    day: dayOfInstant(instant, name) ?? dayOf(Date.parse(instant)),
    time: timeOfInstant(instant, name),
  };
}

/** The day and time of a value: a local time as written, an instant by this zone, else by the device's. */
export function momentOfValue(value: string, zone: Zone | null = null): Moment | null {
  const instant = instantOfValue(value);
  if (instant !== null) return momentOfInstant(instant, zone);
  const [, year, month, date, hours, minutes] = MOMENT.exec(value.trim()) ?? [];
  const day = dayOfStored(`${year}-${month}-${date}`);
  return day === null ? null : { day, time: hours === undefined ? null : `${hours}:${minutes}` };
}

/**
 * A local time of a zone by the clock of this device. A series keeps the clock of its zone where its days would be others
 * here; so does a zone that this browser does not know, and whose offset changes.
 */
export function momentHere({ day, time }: Moment, zone: Zone | null, isSeries: boolean): Moment {
  const offsets = new Set(zone?.offsets);
  if (!zone || time === null || (zone.name === '' && offsets.size !== 1)) return { day, time };
  const [offset = 0] = offsets;
  const instant =
    zone.name === '' ? Date.parse(`${day}T${time}Z`) - offset * 60_000 : momentOf(day, time, zone.name);
  const here = momentOfInstant(new Date(instant).toISOString(), null);
  return isSeries && here.day !== day ? { day, time } : here;
}

/** The minutes before its time at which the first alarm of a component comes that a task can have; null for none. */
export function remindOf({ properties, kind }: Component, day: Day, time: string): number | null {
  for (const { parameters, value } of properties.get('VALARM') ?? []) {
    const instant = instantOfValue(value);
    const isOfEnd = kind === 'VEVENT' && /;RELATED="?END/i.test(parameters);
    const minutes =
      instant === null
        ? minutesBefore(value)
        : minutesBetween(Date.parse(instant), Date.parse(`${day}T${time}`));
    if (minutes !== null && !isOfEnd) return minutes;
  }
  return null;
}

export const dayOfProperty = (component: Component, name: string, zone: Zone | null = null) =>
  momentOfValue(propertyOf(component, name)?.value ?? '', zone)?.day ?? null;
