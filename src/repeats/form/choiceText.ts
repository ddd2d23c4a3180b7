import { attempt } from '../../lib/attempt';
import { choiceOfRule, type Choice } from '../choice';
import { chosenOf } from '../makeRepeat';
import type { Repeat } from '../repeat';

/** A rule that the form cannot show. */
export const OTHER_RULE = 'other';

/** A choice as text, the form in which the control and the draft hold it. */
export const textOfChoice = (choice: Choice): string => JSON.stringify(choice);

/** The choice of such a text; null for none, and for a rule that the form cannot show. */
export function choiceOfText(text: string | undefined): Choice | null {
  if (!text || text === OTHER_RULE) return null;
  return attempt(() => JSON.parse(text) as Choice) ?? null;
}

/** A repeat as the form's value; empty for none. */
export function textOfRepeat(repeat: Repeat | undefined): string {
  if (!repeat) return '';
  const chosen = chosenOf(repeat);
  const choice = chosen && choiceOfRule(chosen);
  return choice ? textOfChoice(choice) : OTHER_RULE;
}
