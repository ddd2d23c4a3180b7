import { dayOfStored, type Day } from '../days/days';

/** The signs of the Tasks plugin of Obsidian, each with the ones that it also reads. */
const SIGNS: Record<string, string> = {
  due: '📅|📆|🗓',
  scheduled: '⏳|⌛',
  start: '🛫',
  created: '➕',
  done: '✅',
  cancelled: '❌',
  repeat: '🔁',
  /** Of the Reminder plugin; a day may stand before it. */
  time: '⏰',
  id: '🆔',
  dependsOn: '⛔',
  onCompletion: '🏁',
};
const PRIORITIES: Record<string, string> = {
  '🔺': 'highest',
  '⏫': 'high',
  '🔼': 'medium',
  '🔽': 'low',
  '⏬': 'lowest',
};
/** Names that the Dataview format has for some of these: `[completion:: 2026-12-08]`. */
const NAMES: Record<string, string> = {
  completion: 'done',
  recurrence: 'repeat',
  dependson: 'dependsOn',
  oncompletion: 'onCompletion',
};
const DAYS = ['due', 'scheduled', 'start', 'created', 'done', 'cancelled'];

const ANY_SIGN = Object.values(SIGNS).join('|');
const ANY_PRIORITY = Object.keys(PRIORITIES).join('|');
/** All signs, as the source of a regular expression. */
export const OBSIDIAN_SIGNS = `${ANY_SIGN}|${ANY_PRIORITY}`;
const fieldOf = (signs: string, value: string) =>
  new RegExp(`\\s*(?<!\\\\)(?:${signs})\\uFE0F?\\s*(${value})`, 'u');
const DAY = '\\d{4}-\\d{2}-\\d{2}(?!\\d)';
/** The words of a repeat end at the next sign, tag, field or mark. */
const WORDS = `[\\p{L}\\d](?:(?!\\s*(?:${ANY_SIGN}|${ANY_PRIORITY})|\\s#|\\s*[[(]\\w+::|\\s\\^).)*`;
const WORD = '[\\w,-]+';
const TIME = '(?:\\d{4}-\\d{2}-\\d{2}\\s+)?(?:[01]?\\d|2[0-3]):[0-5]\\d(?![\\d:])';
const FIELDS = Object.entries(SIGNS).map(([name, signs]): [string, RegExp] => [
  name,
  fieldOf(signs, DAYS.includes(name) ? DAY : ({ repeat: WORDS, time: TIME }[name] ?? WORD)),
]);
const PRIORITY = new RegExp(`\\s*(?<!\\\\)(${ANY_PRIORITY})\\uFE0F?(?=\\s|$)`, 'u');
const DATAVIEW =
  /\s*(?<!\\)[[(](due|scheduled|start|created|completion|cancelled|repeat|recurrence|priority|id|dependsOn|onCompletion)::\s*([^\][()]*)[\])]/i;
/** Longer lines are no titles, and searching them for fields would take long. */
const LONGEST_LINE_CHARACTERS = 20_000;
const BLOCK = /\s+\^[\w-]+\s*$/;

export type ObsidianTask = {
  /** The line without its fields; tags stay in it. */
  title: string;
  due: Day | null;
  scheduled: Day | null;
  start: Day | null;
  created: Day | null;
  done: Day | null;
  cancelled: Day | null;
  /** `HH:MM`, or empty. */
  time: string;
  /** The words of its repeat, `every week`; `every! week` counts from the tick. Empty for none. */
  repeat: string;
  priority: string;
  /** Its own id, the ids on which it waits, and what happens when it is done. */
  id: string;
  dependsOn: string;
  onCompletion: string;
};

/** Replaces terms for repeats in Obsidian by those of this app. */
export const repeatOfObsidian = (words: string) =>
  words.replace(/^every (.+) when done$/i, 'every! $1').replace(/ on the last$/i, ' on the last day');

/**
 * Parses the text of a task of Obsidian, behind its box: its days, repeat and other fields, by the signs of the Tasks
 * plugin or as `[due:: 2026-12-08]`, in any order and among other words. Null without any of these.
 */
export function obsidianTask(line: string): ObsidianTask | null {
  if (line.length > LONGEST_LINE_CHARACTERS) return null;
  const fields = new Map<string, string>();
  let title = line.trim().replace(BLOCK, '');
  const take = (name: string, [all]: RegExpExecArray, at: number, value: string) => {
    if (!fields.has(name)) fields.set(name, value.trim());
    title = `${title.slice(0, at)}${title.slice(at + all.length)}`;
  };
  for (let from = 0; ;) {
    const found = DATAVIEW.exec(title.slice(from));
    if (!found) break;
    const [, written = '', value = ''] = found;
    const name = NAMES[written.toLowerCase()] ?? written.toLowerCase();
    const isRead = value.trim() !== '' && (!DAYS.includes(name) || dayOfStored(value.trim()) !== null);
    if (isRead) take(name, found, from + found.index, value);
    else from += found.index + found[0].length;
  }
  for (const [name, pattern] of FIELDS)
    for (let found = pattern.exec(title); found; found = pattern.exec(title)) {
      if (DAYS.includes(name) && dayOfStored(found[1]) === null) break;
      take(name, found, found.index, found[1]!);
    }
  for (let found = PRIORITY.exec(title); found; found = PRIORITY.exec(title))
    take('priority', found, found.index, PRIORITIES[found[1]!]!);
  if (fields.size === 0 && title === line.trim()) return null;
  const of = (name: string) => fields.get(name) ?? '';
  const dayOf = (name: string) => dayOfStored(of(name));
  return {
    title: title.trim(),
    due: dayOf('due'),
    scheduled: dayOf('scheduled'),
    start: dayOf('start'),
    created: dayOf('created'),
    done: dayOf('done'),
    cancelled: dayOf('cancelled'),
    time: /\d+:\d+$/.exec(of('time'))?.[0].padStart(5, '0') ?? '',
    repeat: repeatOfObsidian(of('repeat')),
    priority: of('priority').toLowerCase(),
    id: of('id'),
    dependsOn: of('dependsOn'),
    onCompletion: of('onCompletion'),
  };
}
