import { dayInWords, dayOf, dayPlus, type Day } from '../../../lib/days/days';
import { repeatInWords } from '../../../repeats/makeRepeat';
import { nextDay, ruleOf } from '../../../../shared/repeats/nextDay';
import { SKIPPED, type Repeat } from '../../../repeats/repeat';
import { freeDay } from '../../../repeats/series';
import { isInstant } from '../../../../shared/repeats/repeat';
import { gather, listOfLabels, noRepeat, noTime, withWords } from '../csvItems';
import { DONE, DONE_SIGN, NAME, PRODUCT } from '../../../../shared/ics';
import { withoutTags } from '../../../../shared/tags';
import { AFTER } from './ics';
import { periodInWords, type Details } from '../details';
import { timesInRule } from '../normalRule';
import type { Reading, ReadOptions, TaskItem } from '../reading';
import { repeatOfCell, repeatOfRuleText, withLocalWeekdays } from '../repeats';
import { timeOfWords } from '../times';
import {
  componentsOf,
  dayOfProperty,
  idOf,
  instantOfValue,
  momentHere,
  momentOfValue,
  parentsOf,
  propertyOf,
  remindOf,
  textOf,
  textsOf,
  valuesOf,
  zoneOf,
  type Component,
  type Zone,
} from './icsText';

const isCancelled = (component: Component) => textOf(component, 'STATUS').toUpperCase() === 'CANCELLED';
const startOf = (component: Component) =>
  propertyOf(component, component.kind === 'VTODO' ? 'DUE' : 'DTSTART') ?? propertyOf(component, 'DTSTART');

/** A component of a calendar with the changes of its single occurrences, and the zone of its times. */
type Entry = { component: Component; changes: Component[]; zone: Zone | null };

/** The noted days of a series: excluded ones, and occurrences that are cancelled or done. */
function notedDays({ component, changes, zone }: Entry, now: number): Record<Day, string> {
  const noted: Record<Day, string> = {};
  for (const value of valuesOf(component, 'EXDATE')) {
    const day = momentOfValue(value, zone)?.day;
    if (day !== undefined) noted[day] = SKIPPED;
  }
  for (const change of changes) {
    const day = dayOfProperty(change, 'RECURRENCE-ID', zone);
    const note = isCancelled(change) ? SKIPPED : doneAtOf(change, now);
    if (day !== null && note !== null) noted[day] = note;
  }
  return noted;
}

/**
 * A rule whose end is a day of the series' own zone: `UNTIL` is an instant there, and an occurrence later on its day is
 * none. Beside days without a time, midnight in UTC is the day itself.
 */
function withLastDay(rule: string, { component, zone }: Entry): string {
  return rule.replace(/UNTIL\s*=\s*(\d{8}T\d{6}Z)/i, (all, until: string) => {
    const { time } = momentOfValue(startOf(component)?.value ?? '') ?? { time: null };
    if (time === null && until.endsWith('T000000Z')) return `UNTIL=${until.slice(0, 8)}`;
    const last = momentOfValue(until, zone);
    if (!last) return all;
    // Without a zone, the time at which the rule ends is not one of the series.
    const isPast = zone !== null && time !== null && last.time! < time;
    const day = isPast ? dayPlus(last.day, -1) : last.day;
    return `UNTIL=${day.replaceAll('-', '')}`;
  });
}

/** A repeating event starts today: earlier occurrences are not tasks. The open occurrence of a to-do is its own day. */
function openDay(repeat: Repeat, noted: Record<Day, string>, from: Day | null): Day | null {
  const rule = ruleOf(repeat)!;
  const at = from !== null && repeat.at < from ? nextDay(rule, repeat.first, dayPlus(from, -1)) : repeat.at;
  return freeDay(repeat, at, noted);
}

/** `doneAt` where all occurrences are over, the last of them done. */
type FoundSeries = {
  repeat: Repeat | null;
  noted: Record<Day, string>;
  problems: string[];
  doneAt: string | null;
};
const NO_SERIES: FoundSeries = { repeat: null, noted: {}, problems: [], doneAt: null };

/** The repeat of a component, its noted days, and sentences about losses. */
function seriesOf(entry: Entry, day: Day | null, from: Day | null, now: number): FoundSeries {
  const { component } = entry;
  const [rule, ...more] = (component.properties.get('RRULE') ?? []).map(({ value }) => value);
  const after = textOf(component, AFTER);
  if (after !== '') return { ...NO_SERIES, repeat: repeatOfCell(after, day) };
  if (rule === undefined) return NO_SERIES;
  const problems = [...more, ...valuesOf(component, 'RDATE')].map(
    words => `“${words}” is left out: a task repeats only by its rule.`,
  );
  const local = withLocalWeekdays(withLastDay(rule, entry), startOf(component)?.value ?? '', day);
  const repeat = repeatOfRuleText(local, day);
  if (!repeat) return { ...NO_SERIES, problems: [noRepeat(rule, day), ...problems] };
  const times = timesInRule(rule);
  if (times !== '' && timeOfWords(times) === null) problems.push(noTime(times).replace(/^T/, 't'));
  const all = Object.entries(notedDays(entry, now)).filter(([noted]) => noted >= repeat.first);
  const noted = Object.fromEntries(all);
  const at = openDay(repeat, noted, from);
  const doneAt = all.map(([, note]) => note).filter(note => note !== SKIPPED);
  if (at === null && doneAt.length > 0)
    return { ...NO_SERIES, noted, problems, doneAt: doneAt.sort().at(-1)! };
  if (at === null) return { ...NO_SERIES, problems: [`“${rule}” is left out: that is over.`, ...problems] };
  return { ...NO_SERIES, repeat: { ...repeat, at }, noted, problems };
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

/** The name of a component: without one, the first line of its description. */
function titleOf(component: Component, isOurs: boolean): { name: string; isOfDescription: boolean } {
  const summary = textOf(component, 'SUMMARY');
  const [first = ''] = textOf(component, 'DESCRIPTION').trim().split('\n');
  if (!isOurs && summary.trim() === '') return { name: first.trim(), isOfDescription: true };
  if (!isOurs) return { name: summary, isOfDescription: false };
  const name = component.properties.has(DONE) ? summary.replace(DONE_SIGN, '') : summary;
  const whole = textOf(component, NAME);
  return { name: withoutTags(whole) === name ? whole : name, isOfDescription: false };
}

const PRIORITIES = ['', 'high', 'high', 'high', 'high', 'medium', 'low', 'low', 'low', 'low'];

/** The people of a property by name, else by address. */
const peopleOf = ({ properties }: Component, name: string) =>
  (properties.get(name) ?? [])
    .map(({ parameters, value }) => {
      const [, quoted, plain] = /;CN=(?:"([^"]*)"|([^;:]*))/i.exec(parameters) ?? [];
      return quoted || plain || value.replace(/^mailto:/i, '');
    })
    .join(', ');

/** The duration of an event, from its end or as written. */
function durationOf(component: Component): string {
  const [start, end] = ['DTSTART', 'DTEND'].map(name => {
    const [, day, time] = /^(\d{8})T(\d{4})/.exec(propertyOf(component, name)?.value.trim() ?? '') ?? [];
    return day === undefined
      ? NaN
      : Date.parse(`${day.replace(/(....)(..)/, '$1-$2-')}T${time!.replace(/(..)/, '$1:')}Z`);
  });
  const [, weeks, days, hours, minutes] =
    /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?)?/i.exec(
      textOf(component, 'DURATION').trim(),
    ) ?? [];
  const [week = 0, day = 0, hour = 0, minute = 0] = [weeks, days, hours, minutes].map(part =>
    Number(part ?? 0),
  );
  const written = week * 10_080 + day * 1440 + hour * 60 + minute;
  return periodInWords(written || Math.max(0, (end! - start!) / 60_000) || 0);
}

/** Values for which a task here has no field. */
function detailsOf(component: Component, calendarName: string, isOurs = false): Details {
  const all = (name: string) => textsOf(component, name).join(', ');
  const isBoth = component.kind === 'VTODO' && component.properties.has('DUE');
  const percent = textOf(component, 'PERCENT-COMPLETE').trim();
  return {
    tags: [calendarName, ...valuesOf(component, 'CATEGORIES')],
    lines: [
      ['Priority', PRIORITIES[Number(textOf(component, 'PRIORITY'))] ?? ''],
      ['Place', all('LOCATION') || all('GEO')],
      ['', all('URL')],
      [
        'Attachment',
        textsOf(component, 'ATTACH')
          .filter(value => /^[a-z]+:/i.test(value))
          .join(', '),
      ],
      ['Start', (isBoth && dayOfProperty(component, 'DTSTART')) || ''],
      // Half an hour that this app gives to each time.
      ['Duration', isOurs ? '' : durationOf(component)],
      ['Progress', ['', '0', '100'].includes(percent) ? '' : `${percent} %`],
      ['Organizer', peopleOf(component, 'ORGANIZER')],
      ['With', peopleOf(component, 'ATTENDEE')],
      ['Contact', all('CONTACT')],
      ['Comment', all('COMMENT')],
    ],
  };
}

/** The last day of an all-day event; null when it ends on its first day. */
function lastDayOf(component: Component, day: Day | null): Day | null {
  const end = momentOfValue(propertyOf(component, 'DTEND')?.value ?? '');
  const last = end && end.time === null ? dayPlus(end.day, -1) : null;
  return last !== null && day !== null && last > day ? last : null;
}

/** The key of a task in a calendar of this app. */
const OWN_ID = /^(.+)@daywall$/;

/**
 * The entries of a calendar, each after its parent. A changed occurrence whose series is not in the file is an entry
 * of its own.
 */
function entriesOf(
  components: readonly Component[],
  zones: readonly Component[],
  parents: Map<string, string>,
): Entry[] {
  const isChange = (component: Component) => component.properties.has('RECURRENCE-ID');
  const entryOf = (component: Component): Entry => ({
    component,
    changes: [],
    zone: zoneOf(startOf(component), zones),
  });
  const byId = new Map<string, Entry>();
  for (const component of components)
    if (!isChange(component) && idOf(component) !== '') byId.set(idOf(component), entryOf(component));
  const entries = components.flatMap((component): Entry[] => {
    const known = byId.get(idOf(component));
    if (!known || !isChange(component)) return [known?.component === component ? known : entryOf(component)];
    known.changes.push(component);
    return [];
  });
  const ordered = new Set<Entry>();
  for (const entry of entries) {
    const above: Entry[] = [];
    let next: Entry | undefined = entry;
    while (next && !ordered.has(next) && !above.includes(next)) {
      above.push(next);
      next = byId.get(parents.get(idOf(next.component)) ?? '');
    }
    for (const one of above.reverse()) ordered.add(one);
  }
  return [...ordered];
}

/** The day of the open occurrence if that was moved. A later moved occurrence is reported. */
function dayOfOpen(
  { at }: Repeat,
  { changes, zone }: Entry,
  noted: Record<Day, string>,
  say: (of: Component, words: string) => void,
) {
  let open = at;
  for (const change of changes) {
    const day = dayOfProperty(change, 'RECURRENCE-ID', zone);
    const to = dayOfProperty(change, 'DUE') ?? dayOfProperty(change, 'DTSTART');
    if (day === null || to === null || day < at || day === to || noted[day] !== undefined) continue;
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
  const { calendar, components, zones, isWhole } = componentsOf(text);
  if (!isWhole) found.say(null, 'This calendar is cut off: its end is missing, and what stood there.');
  const isOurs = textOf(calendar, 'PRODID').includes(PRODUCT);
  const calendarName = isOurs ? '' : textOf(calendar, 'X-WR-CALNAME');
  const today = dayOf(options.now);
  const nameOf = (component: Component) => titleOf(component, isOurs).name;
  const say = (of: Component, words: string) => found.say(of.line, `“${nameOf(of)}”: ${words}`);
  const parents = parentsOf(components);
  const added = new Map<string, TaskItem>();

  const addTask = (entry: Entry) => {
    const { component } = entry;
    const { line, kind } = component;
    const { name, isOfDescription } = titleOf(component, isOurs);
    const words = (propertyOf(component, 'DUE') ?? propertyOf(component, 'DTSTART'))?.value.trim() ?? '';
    const moment = momentOfValue(words);
    const isZoned = moment !== null && instantOfValue(words) === null;
    const isSeries = component.properties.has('RRULE');
    const named = isZoned ? momentHere(moment, entry.zone, isSeries) : moment;
    const day = found.dayOf(line, words, named?.day ?? null, options);
    const wasDoneAt = doneAtOf(component, options.now);
    const from = isOurs || kind === 'VTODO' ? null : today;
    const series = wasDoneAt === null ? seriesOf(entry, day, from, options.now) : NO_SERIES;
    const { repeat, noted, problems } = series;
    const doneAt = wasDoneAt ?? series.doneAt;
    const time = named?.time ?? (repeat && timeOfWords(timesInRule(textOf(component, 'RRULE'))));
    const remind = time && named ? remindOf(component, named.day, time) : null;
    for (const problem of problems) say(component, problem);
    const last = lastDayOf(component, day);
    if (last !== null)
      found.say(line, `“${name}” lasts until ${dayInWords(last, '')}: the task gets its first day.`);
    const whole = descriptionOf(component, repeat);
    const description = isOfDescription ? whole.trim().slice(name.length).trim() : whole;
    const labels = valuesOf(component, 'CATEGORIES');
    found.lose('reminder', (component.properties.get('VALARM')?.length ?? 0) - (remind === null ? 0 : 1));
    const draft = {
      line,
      name,
      description: words !== '' && day === null ? withWords(description, 'Date', words) : description,
      list: listOfLabels(
        calendarName,
        ...(isOurs ? labels.filter(label => /^\s*work\s*$/i.test(label)) : labels),
      ),
      day: repeat && !repeat.after ? dayOfOpen(repeat, entry, noted, say) : day,
      doneAt,
      repeat,
      time,
      remind,
      isMoved: true,
      details: detailsOf(component, calendarName, isOurs),
    };
    const parent = added.get(parents.get(idOf(component)) ?? '');
    const item = parent ? (found.addSubtask(parent, draft) ?? parent) : found.addTask(draft);
    if (isOurs && !parent) item.key = OWN_ID.exec(idOf(component))?.[1] ?? null;
    if (Object.keys(noted).length > 0) item.beside.occurrences = noted;
    if (idOf(component) !== '') added.set(idOf(component), item);
  };

  for (const entry of entriesOf(components, zones, parents)) {
    const { component } = entry;
    if (isCancelled(component))
      found.say(component.line, `“${nameOf(component)}” is left out: it was cancelled.`);
    else if (component.kind === 'VJOURNAL') {
      const { name, isOfDescription } = titleOf(component, isOurs);
      const words = textOf(component, 'DESCRIPTION');
      const details = detailsOf(component, calendarName);
      const day = dayOfProperty(component, 'DTSTART') ?? '';
      found.addNote(component.line, name, isOfDescription ? words.trim().slice(name.length).trim() : words, {
        ...details,
        lines: [['Date', day], ...(details.lines ?? [])],
      });
    } else addTask(entry);
  }
  return found.end();
}
