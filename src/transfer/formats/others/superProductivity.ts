import { attempt } from '../../../lib/attempt';
import { dayOf, dayOfStored, type Day } from '../../../lib/days/days';
import { withSubtask } from '../../../lib/text/subtasks';
import type { Json } from '../../../services/database';
import { isObject, membersOf, type Members, isWhole } from '../content';
import type { Repeat } from '../../../repeats/repeat';
import { gather, listOfLabels } from '../csvItems';
import { timeOfInstant } from '../../../lib/days/zones';
import { periodInWords, type Details } from '../details';
import type { Reading, ReadOptions, TaskItem } from '../reading';
import type { Choice, DayOfMonth } from '../../../repeats/choice';
import { repeatOfChoice } from '../../../repeats/makeRepeat';
import { nextDay } from '../../../../shared/repeats/nextDay';
import { ruleOfText } from '../../../../shared/repeats/rule';
import { repeatOfRuleText } from '../repeats';
import { minutesBetween, timeOfWords, type Timed } from '../times';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONDAY = 1;
const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;

function dayOfMonth(config: Members, start: Day): DayOfMonth {
  const { monthlyWeekOfMonth: nth, monthlyWeekday: weekday } = config;
  if (isWhole(nth, -1, 4) && nth !== 0 && isWhole(weekday, 0, 6))
    return { type: 'nth', nths: [nth], weekday };
  return config.monthlyLastDay === true
    ? { type: 'last' }
    : { type: 'dates', dates: [Number(start.slice(8))] };
}

function choiceOf(config: Members, start: Day): Choice | null {
  const { repeatCycle, repeatEvery: n } = config;
  const unit = UNITS[repeatCycle as keyof typeof UNITS];
  if (!unit || !isWhole(n, 1, 999)) return null;
  if (config.repeatFromCompletionDate === true) return { every: 'after', n, unit };
  if (unit === 'day') return { every: 'day', n };
  if (unit === 'month') return { every: 'month', n, on: dayOfMonth(config, start) };
  if (unit === 'year') {
    const on: DayOfMonth = { type: 'dates', dates: [Number(start.slice(8))] };
    return { every: 'year', n, month: Number(start.slice(5, 7)), on };
  }
  return { every: 'week', n, weekdays: WEEKDAYS.flatMap((name, at) => (config[name] === true ? [at] : [])) };
}

/**
 * The repeat of a task, from its repeat configuration. It begins on the day of the open task, else on the first day
 * after today. Null for rules that this app cannot represent.
 */
function repeatOfConfig(config: Members, day: Day | null, today: Day): Repeat | null {
  const start = dayOfStored(config.startDate) ?? day ?? today;
  const rule = typeof config.rrule === 'string' ? config.rrule.replace(/^RRULE:/i, '') : '';
  const choice = choiceOf(config, start);
  const from = day ?? start;
  const ofChoice = choice ? repeatOfChoice(choice, from, MONDAY) : null;
  const repeat = rule === '' ? ofChoice : repeatOfRuleText(rule, from);
  // An open task that was moved off its rule keeps its day; the rule continues after it.
  if (repeat !== null && day !== null) return { ...repeat, at: day };
  if (repeat === null || repeat.at > today) return repeat;
  const next = nextDay(ruleOfText(repeat.rule)!, repeat.first, today);
  return next === null ? null : { ...repeat, at: next };
}

/** The content of a backup: all tasks by id, including archived ones, the names of projects and tags, and the repeats. */
type Backup = { tasks: Map<string, Members>; names: Map<string, string>; repeats: Map<string, Members> };

const entitiesIn = (state: Json | undefined) => Object.entries(membersOf(membersOf(state).entities));
const textOf = (json: Json | undefined) => (typeof json === 'string' ? json.trim() : '');
const idsOf = (json: Json | undefined) =>
  Array.isArray(json) ? json.filter(id => typeof id === 'string') : [];
/** The subtasks with which each occurrence of a repeat begins. */
const templatesOf = ({ subTaskTemplates }: Members) =>
  (Array.isArray(subTaskTemplates) ? subTaskTemplates : []).flatMap(template => {
    const { title, notes } = membersOf(template);
    return textOf(title) === '' ? [] : [{ title: textOf(title), notes: textOf(notes) }];
  });
/** The end of the year 9999, the latest time that the database accepts. */
const LAST_TIME_MS = 253_402_300_799_999;
const timeOf = (json: Json | undefined) =>
  typeof json === 'number' && json >= 0 && json <= LAST_TIME_MS ? json : null;

/** The tasks of a backup of Super Productivity; null for other files. Since version 10 its members are under `data`. */
export function tasksOfSuperProductivity(text: string): Backup | null {
  if (!text.includes('"subTaskIds"')) return null; // all such files contain this; avoids parsing others
  const file = membersOf(attempt(() => JSON.parse(text) as Json));
  const state = isObject(file.data) ? file.data : file;
  if (!isObject(state.task) || !isObject(state.task.entities)) return null;
  const archives = [state.taskArchive, membersOf(state.archiveYoung).task, membersOf(state.archiveOld).task];
  return {
    tasks: new Map([...archives, state.task].flatMap(entitiesIn).map(([id, task]) => [id, membersOf(task)])),
    names: new Map(
      [state.project, state.tag]
        .flatMap(entitiesIn)
        .map(([id, named]) => [id, textOf(membersOf(named).title)]),
    ),
    repeats: new Map(entitiesIn(state.taskRepeatCfg).map(([id, config]) => [id, membersOf(config)])),
  };
}

/** The day on which a task is planned, else its due day; null without either. */
function dayOfTask({ dueWithTime, dueDay, plannedAt, deadlineDay, deadlineWithTime }: Members): Day | null {
  const atTime = (time: Json | undefined) =>
    timeOf(time) === null ? null : dayOfStored(dayOf(timeOf(time)!));
  return (
    atTime(dueWithTime) ??
    dayOfStored(dueDay) ??
    atTime(plannedAt) ??
    dayOfStored(deadlineDay) ??
    atTime(deadlineWithTime)
  );
}

/** The time of day for which a task is planned, and its reminder: minutes before it, null for another. */
function timingOf({ dueWithTime, plannedAt, remindAt }: Members): Timed {
  const at = timeOf(dueWithTime) ?? timeOf(plannedAt);
  const time = at === null ? null : timeOfInstant(new Date(at).toISOString(), '');
  if (at === null || time === '00:00') return { time: null };
  const reminder = timeOf(remindAt);
  return { time, remind: reminder === null ? null : minutesBetween(reminder, at) };
}

/** The minutes of the reminders of a repeat. */
const REMINDERS: Record<string, number> = { AtStart: 0, m5: 5, m10: 10, m15: 15, m30: 30, h1: 60 };
const timingOfConfig = ({ startTime, remindAt }: Members = {}): Timed => ({
  time: timeOfWords(textOf(startTime)),
  remind: REMINDERS[textOf(remindAt)] ?? null,
});

const MINUTE_MS = 60_000;

/** Values for which a task here has no field. */
function detailsOf(task: Members, tags: string[]): Details {
  const { timeEstimate, timeSpent, deadlineDay, deadlineWithTime, attachments, issueType, issueId } = task;
  const period = (json: Json | undefined) => periodInWords((timeOf(json) ?? 0) / MINUTE_MS);
  const end = timeOf(deadlineWithTime);
  const deadline = dayOfStored(deadlineDay) ?? (end === null ? null : dayOf(end));
  const links = (Array.isArray(attachments) ? attachments : []).map(attachment => {
    const { title, path } = membersOf(attachment);
    return [...new Set([textOf(title), textOf(path)])].filter(words => words !== '').join(': ');
  });
  return {
    tags,
    lines: [
      ['Deadline', deadline === null || deadline === dayOfTask(task) ? '' : deadline],
      ['Duration', period(timeEstimate)],
      ['Time spent', period(timeSpent)],
      ...links.map(link => ['Attachment', link] as const),
      ['Issue', [textOf(issueType), String(issueId ?? '')].filter(words => words !== '').join(' ')],
    ],
  };
}

/** The task of a repeat that has no open one. */
function draftOfConfig(config: Members, tags: string[]) {
  const estimate = periodInWords((timeOf(config.defaultEstimate) ?? 0) / MINUTE_MS);
  return {
    ...{ line: null, name: textOf(config.title), description: textOf(config.notes), day: null },
    list: listOfLabels(...tags),
    details: { tags, lines: [['Duration', estimate]] as const },
  };
}

/** Parses a backup of Super Productivity: subtasks stay subtasks, in the same order. */
export function readSuperProductivity({ tasks, names, repeats }: Backup, { now }: ReadOptions): Reading {
  const found = gather('Super Productivity', []);
  const today = dayOf(now);
  const labelsOf = ({ projectId, tagIds }: Members) =>
    [projectId, ...idsOf(tagIds)].map(id => names.get(textOf(id)) ?? '');
  const draftOf = (task: Members) => ({
    line: null,
    name: textOf(task.title),
    description: textOf(task.notes),
    list: listOfLabels(...labelsOf(task)),
    day: dayOfTask(task),
    details: detailsOf(task, labelsOf(task)),
    doneAt: task.isDone === true ? new Date(timeOf(task.doneOn) ?? now).toISOString() : null,
  });
  /** Repeats already imported: an older open task of the same repeat becomes a task without one. */
  const carried = new Set<string>();
  const repeatOf = (id: string, name: string, day: Day | null): Repeat | null => {
    if (id === '' || carried.has(id)) return null;
    carried.add(id);
    const config = repeats.get(id) ?? {};
    if (config.isPaused === true) {
      found.say(null, `“${name}” is added without its repeat, which is paused there.`);
      return null;
    }
    const repeat = repeatOfConfig(config, day, today);
    if (!repeat) found.say(null, `“${name}” is added without its repeat: it is not possible here.`);
    return repeat;
  };
  const added = new Set<string>();
  const add = (id: string, parent: TaskItem | null) => {
    const task = tasks.get(id);
    if (!task || added.has(id)) return;
    added.add(id);
    const draft = draftOf(task);
    const config = parent || draft.doneAt !== null ? '' : textOf(task.repeatCfgId);
    const repeat = latest.get(config) === id ? repeatOf(config, draft.name, draft.day) : null;
    const own = timingOf(task);
    const timing = own.time || !repeat ? own : timingOfConfig(repeats.get(config));
    const hasReminder = textOf(task.reminderId) !== '' || timeOf(task.remindAt) !== null;
    if (hasReminder && (timing.remind ?? null) === null) found.lose('reminder');
    const item = parent
      ? (found.addSubtask(parent, { ...draft, ...timing }) ?? parent)
      : found.addTask({ ...draft, ...timing, repeat });
    for (const subtask of idsOf(task.subTaskIds)) add(subtask, item);
  };
  /** Of the open tasks of one repeat, the last one continues it. */
  const latest = new Map<string, string>();
  for (const [id, task] of tasks) {
    const config = textOf(task.repeatCfgId);
    const known = tasks.get(latest.get(config) ?? '');
    if (config === '' || task.isDone === true || textOf(task.parentId) !== '') continue;
    if (!known || (dayOfTask(task) ?? '') >= (dayOfTask(known) ?? '')) latest.set(config, id);
  }
  for (const [id, { parentId }] of tasks) if (!tasks.has(textOf(parentId))) add(id, null);
  // Subtasks that their parent does not list.
  for (const id of tasks.keys()) add(id, null);
  // Repeats without an open task: the program creates the next one on its day.
  for (const [id, config] of repeats) {
    const name = textOf(config.title);
    if (carried.has(id) || config.isPaused === true || name === '') continue;
    const repeat = repeatOf(id, name, null);
    if (!repeat) continue;
    const item = found.addTask({
      ...draftOfConfig(config, labelsOf(config)),
      ...timingOfConfig(config),
      repeat,
    });
    for (const { title, notes } of templatesOf(config)) {
      item.record.taskDescription = withSubtask(item.record.taskDescription, title, false);
      if (notes !== '')
        found.say(
          null,
          `“${title}”: its description is left out: every round of “${name}” has it as a subtask.`,
        );
    }
  }
  return found.end();
}
