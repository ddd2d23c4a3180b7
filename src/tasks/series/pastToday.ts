import { dayPlus, type Day } from '../../lib/days/days';
import { rulesNow } from '../../repeats/lateRules';
import { stepBackRequested, stepRequested } from '../taskActions';
import type { StepPayload } from './seriesPayloads';

/** The step of a change, if it was late and went past today, on which its rule has a day as well; else null. */
export function stepPastToday(
  steps: readonly { kind: string; payload: unknown }[],
  today: Day,
): StepPayload | null {
  const [first, ...others] = steps;
  if (first?.kind !== 'task/step' || others.length > 0) return null;
  const step = first.payload as StepPayload;
  return step.on === today && rulesNow()?.wentPast(step.before.repeat, step.on) ? step : null;
}

/** Makes such a step lead to today: as if it had been made the day before. Both are steps of its change. */
export function todayRequested(step: StepPayload, changeId: string) {
  const before = { ...step, on: dayPlus(step.on, -1) };
  const to = rulesNow()!.dayAfterStep(step.before.repeat, before, { [step.day]: step.doneAt });
  const payload = { ...before, to };
  return [stepBackRequested(step, { changeId }), stepRequested(payload, { changeId })];
}
