import { dayPlus, type Day } from '../../lib/days/days';
import { dayAfterStep, wentPast } from '../../repeats/series';
import { stepBackRequested, stepRequested } from '../taskActions';
import type { StepPayload } from '../taskPayloads';

/** Whether a late step skipped today, although it is a day of the rule. */
export const wentPastToday = ({ on, before }: StepPayload, today: Day) =>
  on === today && wentPast(before.repeat, on);

/**
 * Changes such a step so that it leads to today, as if it had been made the day before. Both operations are steps of
 * one change.
 */
export function todayRequested(step: StepPayload, changeId: string) {
  const before = { ...step, on: dayPlus(step.on, -1) };
  const to = dayAfterStep(step.before.repeat, before, { [step.day]: step.doneAt });
  const payload = { ...before, to };
  return [stepBackRequested(step, { changeId }), stepRequested(payload, { changeId })];
}
