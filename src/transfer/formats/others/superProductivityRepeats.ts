import { dayOfStored, type Day } from '../../../lib/days/days';
import type { Choice, DayOfMonth } from '../../../repeats/choice';
import { repeatOfChoice } from '../../../repeats/makeRepeat';
import { nextDay } from '../../../repeats/nextDay';
import type { Repeat } from '../../../repeats/repeat';
import { ruleOfText } from '../../../repeats/rule';
import { isWhole, type Members } from '../content';
import { repeatOfRuleText } from '../repeats';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONDAY = 1;
const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;

function dayOfMonth(config: Members, start: Day): DayOfMonth {
  const { monthlyWeekOfMonth: nth, monthlyWeekday: weekday } = config;
  if (isWhole(nth, -1, 4) && nth !== 0 && isWhole(weekday, 0, 6)) return { type: 'nth', nth, weekday };
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
export function repeatOfConfig(config: Members, day: Day | null, today: Day): Repeat | null {
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
