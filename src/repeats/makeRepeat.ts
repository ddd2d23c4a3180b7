import type { Day } from '../lib/days/days';
import { ruleOfChoice, type Choice, type ChosenRule } from './choice';
import { ruleOf } from '../../shared/repeats/nextDay';
import { ruleInWords } from './ruleInWords';
import type { Repeat } from './repeat';
import { textOfRule } from '../../shared/repeats/rule';

export const repeatOfRule = ({ rule, first, after }: ChosenRule): Repeat => ({
  rule: textOfRule(rule),
  first,
  at: first,
  ...(after && { after }),
});

/** The repeat of a choice, from its first day at or after `from` on; null when none comes. */
export function repeatOfChoice(choice: Choice, from: Day, weekStart: number): Repeat | null {
  const chosen = ruleOfChoice(choice, from, weekStart);
  return chosen && repeatOfRule(chosen);
}

/** Parses the rule of a stored repeat; null when this version cannot. */
export function chosenOf(repeat: Repeat): ChosenRule | null {
  const rule = ruleOf(repeat);
  return rule && { rule, first: repeat.first, after: repeat.after ?? false };
}

/** A repeat in words: `every 2 weeks on Tuesday`. */
export function repeatInWords(repeat: Repeat): string {
  const chosen = chosenOf(repeat);
  return chosen ? ruleInWords(chosen) : 'by a rule from another app';
}
