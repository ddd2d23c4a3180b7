import { dayPlus, type Day } from '../../lib/days/days';
import { rulesNow } from '../../repeats/lazyRules';
import { stepBackRequested, stepRequested } from '../taskActions';
import type { StepPayload } from './seriesPayloads';

/** Whether a step was late and went past today, on which its rule has a day as well. */
export const wentPastToday = ({ on, before }: StepPayload, today: Day) =>
  on === today && rulesNow()?.wentPast(before.repeat, on);

/** A step that was made before the code of rules was there, with the day to which it leads once it is. */
export const withNextDay = (step: StepPayload): StepPayload => {
  const { day, doneAt, to, before } = step;
  const known = to === undefined ? rulesNow()?.dayAfterStep(before.repeat, step, { [day]: doneAt }) : to;
  return known === undefined ? step : { ...step, to: known };
};

/** Makes such a step lead to today: as if it had been made the day before. Both are steps of its change. */
export function todayRequested(step: StepPayload, changeId: string) {
  const before = { ...step, on: dayPlus(step.on, -1) };
  const to = rulesNow()!.dayAfterStep(step.before.repeat, before, { [step.day]: step.doneAt });
  const payload = { ...before, to };
  return [stepBackRequested(step, { changeId }), stepRequested(payload, { changeId })];
}
