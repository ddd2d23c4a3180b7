import { dayInWords, dayOf, dayPlus, type Day, dayOfStored } from '../../../lib/days/days';
import { repeatInWords } from '../../../repeats/makeRepeat';
import { nextDay, ruleOf } from '../../../repeats/nextDay';
import { SKIPPED, type Repeat } from '../../../repeats/repeat';
import { freeDay } from '../../../repeats/series';
import { isInstant } from '../../../tasks/taskSidecars';
import { gather, listOfLabels, noRepeat, noTimeOf, withWords } from '../csvItems';
import { AFTER, DONE, DONE_SIGN, PRODUCT } from './ics';
import { type Reading, type ReadOptions, type TaskItem, UnreadableFile } from '../reading';
import { repeatOfCell, repeatOfRuleText } from '../repeats';
import { timeOfInstant } from '../../../lib/days/zones';

/** A property's value, and its parameters as written. */
type Property = { parameters: string; value: string };
/** An event, to-do or journal of a calendar; `line` is where it begins. */
type Component = { line: number; kind: string; properties: Map<string, Property[]> };

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
function componentsOf(text: string): { calendar: Component; components: Component[] } {
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

const propertyOf = ({ properties }: Component, name: string): Property | null =>
  properties.get(name)?.[0] ?? null;
/** Unescapes text by RFC 5545, 3.3.11. */
const textOf = (component: Component, name: string): string =>
  (propertyOf(component, name)?.value ?? '').replace(/\\([\\;,nN])/g, (_, escaped: string) =>
    /n/i.test(escaped) ? '\n' : escaped,
  );
/** All values of a property, which may be repeated and may be a list. */
const valuesOf = ({ properties }: Component, name: string): string[] =>
  (properties.get(name) ?? []).flatMap(({ value }) => value.split(',')).filter(value => value !== '');

const MOMENT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

/** An instant of a calendar in ISO format; null for none. */
function instantOfValue(value: string): string | null {
  const [, year, month, date, hours, minutes, seconds, utc] = MOMENT.exec(value.trim()) ?? [];
  const iso = `${year}-${month}-${date}T${hours}:${minutes}:${seconds}.000Z`;
  return utc === 'Z' && dayOfStored(iso) !== null ? iso : null;
}

/** The day and time of a value: a local time as written, an instant by this device's time zone. */
function momentOfValue(value: string): { day: Day; time: string | null } | null {
  const instant = instantOfValue(value);
  if (instant !== null) return { day: dayOf(Date.parse(instant)), time: timeOfInstant(instant, '') };
  const [, year, month, date, hours, minutes] = MOMENT.exec(value.trim()) ?? [];
  const day = dayOfStored(`${year}-${month}-${date}`);
  return day === null ? null : { day, time: hours === undefined ? null : `${hours}:${minutes}` };
}

const dayOfProperty = (component: Component, name: string) =>
  momentOfValue(propertyOf(component, name)?.value ?? '')?.day ?? null;
const isCancelled = (component: Component) => textOf(component, 'STATUS').toUpperCase() === 'CANCELLED';

/** The excluded days of a series: those of its own list, and of entries that cancel one of its days. */
const skippedDays = (component: Component, changes: readonly Component[]): Day[] => [
  ...valuesOf(component, 'EXDATE').flatMap(value => momentOfValue(value)?.day ?? []),
  ...changes.filter(isCancelled).flatMap(change => dayOfProperty(change, 'RECURRENCE-ID') ?? []),
];

/** A repeating event starts today: earlier occurrences are not tasks. The open occurrence of a to-do is its own day. */
function openDay(repeat: Repeat, noted: Record<Day, string>, from: Day | null): Day | null {
  const rule = ruleOf(repeat)!;
  const at = from !== null && repeat.at < from ? nextDay(rule, repeat.first, dayPlus(from, -1)) : repeat.at;
  return freeDay(repeat, at, noted);
}

const NO_SERIES = { repeat: null, noted: {}, problems: [] };

/** The repeat of a component, its skipped days, and sentences about losses. */
function seriesOf(component: Component, changes: readonly Component[], day: Day | null, from: Day | null) {
  const [rule, ...more] = (component.properties.get('RRULE') ?? []).map(({ value }) => value);
  const after = textOf(component, AFTER);
  if (after !== '') return { repeat: repeatOfCell(after, day), noted: {}, problems: [] };
  if (rule === undefined) return NO_SERIES;
  const problems = [...more, ...valuesOf(component, 'RDATE')].map(
    words => `“${words}” is left out: a task comes by its rule alone.`,
  );
  const repeat = repeatOfRuleText(rule, day);
  if (!repeat) return { repeat, noted: {}, problems: [noRepeat(rule, day), ...problems] };
  const skipped = skippedDays(component, changes).filter(day => day >= repeat.first);
  const noted = Object.fromEntries(skipped.map(skippedDay => [skippedDay, SKIPPED]));
  const at = openDay(repeat, noted, from);
  if (at === null)
    return { repeat: null, noted: {}, problems: [`“${rule}” is left out: that is over.`, ...problems] };
  return { repeat: { ...repeat, at }, noted, problems };
}

/** The description of a task, without the text about its repeat that this app adds to calendars. */
function descriptionOf(component: Component, repeat: Repeat | null): string {
  const text = textOf(component, 'DESCRIPTION');
  if (!repeat?.after) return text;
  const words = withWords('', 'Repeats', repeatInWords(repeat));
  return text === words ? '' : text.endsWith(`\n\n${words}`) ? text.slice(0, -words.length - 2) : text;
}

function doneAtOf(component: Component, now: number): string | null {
  const ours = textOf(component, DONE);
  if (isInstant(ours)) return ours;
  const isDone =
    textOf(component, 'STATUS').toUpperCase() === 'COMPLETED' ||
    textOf(component, 'PERCENT-COMPLETE') === '100';
  const completed = propertyOf(component, 'COMPLETED')?.value ?? '';
  return instantOfValue(completed) ?? (isDone || completed !== '' ? new Date(now).toISOString() : null);
}

/** The last day of an all-day event; null when it ends on its first day. */
function lastDayOf(component: Component, day: Day | null): Day | null {
  const end = momentOfValue(propertyOf(component, 'DTEND')?.value ?? '');
  const last = end && end.time === null ? dayPlus(end.day, -1) : null;
  return last !== null && day !== null && last > day ? last : null;
}

const idOf = (component: Component) => textOf(component, 'UID');
const parentOf = ({ properties }: Component) =>
  properties.get('RELATED-TO')?.find(({ parameters }) => !/RELTYPE=(?!PARENT)/i.test(parameters))?.value ??
  '';

/** A component of a calendar with the changes of its single occurrences. */
type Entry = { component: Component; changes: Component[] };

/**
 * The entries of a calendar, each after its parent. A changed occurrence whose series is not in the file is an entry
 * of its own.
 */
function entriesOf(components: readonly Component[]): Entry[] {
  const isChange = (component: Component) => component.properties.has('RECURRENCE-ID');
  const byId = new Map<string, Entry>();
  for (const component of components)
    if (!isChange(component) && idOf(component) !== '') byId.set(idOf(component), { component, changes: [] });
  const entries = components.flatMap((component): Entry[] => {
    const known = byId.get(idOf(component));
    if (!known || !isChange(component))
      return [known?.component === component ? known : { component, changes: [] }];
    known.changes.push(component);
    return [];
  });
  const ordered = new Set<Entry>();
  const take = (entry: Entry, below: readonly Entry[]) => {
    const parent = byId.get(parentOf(entry.component));
    if (parent && !ordered.has(parent) && !below.includes(parent)) take(parent, [...below, entry]);
    ordered.add(entry);
  };
  for (const entry of entries) take(entry, [entry]);
  return [...ordered];
}

/** The day of the open occurrence if that was moved. A later moved occurrence is reported. */
function dayOfOpen(
  { at }: Repeat,
  changes: readonly Component[],
  say: (of: Component, words: string) => void,
) {
  let open = at;
  for (const change of changes.filter(candidate => !isCancelled(candidate))) {
    const day = dayOfProperty(change, 'RECURRENCE-ID');
    const to = dayOfProperty(change, 'DUE') ?? dayOfProperty(change, 'DTSTART');
    if (day === null || to === null || day < at || day === to) continue;
    if (day === at) open = to;
    else
      say(
        change,
        `its occurrence of ${dayInWords(day, '')} stays on that day: one that is not open yet can’t be moved.`,
      );
  }
  return open;
}

/** The tasks and notes of a calendar: events and to-dos become tasks, journals notes. */
export function readCalendar(text: string, options: ReadOptions): Reading {
  const found = gather('a calendar', []);
  const { calendar, components } = componentsOf(text);
  const isOurs = textOf(calendar, 'PRODID').includes(PRODUCT);
  const today = dayOf(options.now);
  const nameOf = (component: Component) => {
    const name = textOf(component, 'SUMMARY');
    return isOurs && component.properties.has(DONE) ? name.replace(DONE_SIGN, '') : name;
  };
  const say = (of: Component, words: string) => found.say(of.line, `“${nameOf(of)}”: ${words}`);
  const added = new Map<string, TaskItem>();

  const addTask = ({ component, changes }: Entry) => {
    const { line, kind } = component;
    const name = nameOf(component);
    const words = (propertyOf(component, 'DUE') ?? propertyOf(component, 'DTSTART'))?.value.trim() ?? '';
    const { day: named = null, time = null } = momentOfValue(words) ?? {};
    const day = found.dayOf(line, words, named, options);
    const doneAt = doneAtOf(component, options.now);
    const from = isOurs || kind === 'VTODO' ? null : today;
    const { repeat, noted, problems } = doneAt === null ? seriesOf(component, changes, day, from) : NO_SERIES;
    if (time !== null && doneAt === null) found.say(line, noTimeOf(name, time));
    for (const problem of problems) say(component, problem);
    const last = lastDayOf(component, day);
    if (last !== null)
      found.say(line, `“${name}” lasts until ${dayInWords(last, '')}: the task has its first day alone.`);
    const description = descriptionOf(component, repeat);
    const draft = {
      line,
      name,
      description: words !== '' && day === null ? withWords(description, 'Date', words) : description,
      list: listOfLabels(textOf(calendar, 'X-WR-CALNAME'), ...valuesOf(component, 'CATEGORIES')),
      day: repeat && !repeat.after ? dayOfOpen(repeat, changes, say) : day,
      doneAt,
      repeat,
      isMoved: true,
    };
    const parent = added.get(parentOf(component));
    const item = parent ? (found.addSubtask(parent, draft) ?? parent) : found.addTask(draft);
    if (Object.keys(noted).length > 0) item.beside.occurrences = noted;
    if (idOf(component) !== '') added.set(idOf(component), item);
  };

  for (const entry of entriesOf(components)) {
    const { component } = entry;
    if (isCancelled(component))
      found.say(component.line, `“${nameOf(component)}” is left out: it was cancelled.`);
    else if (component.kind === 'VJOURNAL')
      found.addNote(component.line, nameOf(component), textOf(component, 'DESCRIPTION'));
    else addTask(entry);
  }
  return found.end();
}
