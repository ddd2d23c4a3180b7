import { object, string } from 'yup';

const description = string().trim().max(1_000_000, 'A description can have 1,000,000 characters at most');

/**
 * A new task needs all four fields, not just blanks. The lengths only prevent abuse; they equal those of the database,
 * and are checked before anything is sent.
 */
export const taskSchema = object({
  taskName: string().trim().required().max(10_000, 'A title can have 10,000 characters at most'),
  taskDescription: description.required(),
  taskList: string().oneOf(['personal', 'work']).required(),
  taskDueDay: string().required(),
});

/** An existing task needs a date and a description only if it had them. */
export const taskSchemaOf = (has: { date: boolean; description: boolean }) =>
  taskSchema.shape({
    ...(!has.description && { taskDescription: description }),
    ...(!has.date && { taskDueDay: string() }),
  });

/** The schema of a task added with only its title. */
export const titleSchema = taskSchemaOf({ date: false, description: false }).shape({ taskList: string() });
