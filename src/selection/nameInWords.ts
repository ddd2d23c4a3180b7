import type { Task } from '../tasks/task';
import { withoutTags } from '../../shared/tags';
import { trimmed } from '../lib/text/visible';

const LONGEST_NAME_CHARACTERS = 40;

/** A task's name in quotation marks, truncated after 40 characters. */
export function nameInWords({ taskName }: Pick<Task, 'taskName'>): string {
  const name = trimmed(withoutTags(taskName)) || '(no name)';
  return `“${name.length > LONGEST_NAME_CHARACTERS ? `${name.slice(0, LONGEST_NAME_CHARACTERS).trimEnd()}…` : name}”`;
}
