import { object, string } from 'yup';
import { EARLIEST_DAY, type Day } from '../../lib/days/days';
import { trimmed } from '../../lib/text/visible';

const description = string()
  .transform(trimmed)
  .max(1_000_000, 'A description can have 1,000,000 characters at most');

export const YEAR_MESSAGE = 'Write the year with four digits: days before 1900 are too early';
/** `own` is the stored day, which may stay. */
const dayOf = (own: Day | null = null) =>
  string().test('year', YEAR_MESSAGE, typed => !typed || typed >= EARLIEST_DAY || typed === own);

/**
 * A new task needs all four fields, not just blanks. The lengths only prevent abuse; they equal those of the database,
 * and are checked before anything is sent.
 */
export const taskSchema = object({
  taskName: string().transform(trimmed).required().max(10_000, 'A title can have 10,000 characters at most'),
  taskDescription: description.required(),
  taskList: string().oneOf(['personal', 'work']).required(),
  taskDueDay: dayOf().required(),
});

/** An existing task needs a date and a description only if it had them. */
export const taskSchemaOf = (has: { day: Day | null; description: boolean }) =>
  taskSchema.shape({
    ...(!has.description && { taskDescription: description }),
    taskDueDay: has.day === null ? dayOf() : dayOf(has.day).required(),
  });

/** The schema of a task added with only its title. */
export const titleSchema = taskSchemaOf({ day: null, description: false }).shape({ taskList: string() });
