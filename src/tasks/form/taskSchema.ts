import { object, string } from 'yup';

const description = string().trim().max(1_000_000, 'A description can have 1,000,000 characters at most');

/**
 * A new task needs all four, and blanks alone are nothing. The lengths only stop abuse: they are the database's
 * own, told here before anything is sent.
 */
export const taskSchema = object({
  taskName: string().trim().required().max(10_000, 'A title can have 10,000 characters at most'),
  taskDescription: description.required(),
  taskList: string().oneOf(['personal', 'work']).required(),
  taskDueDay: string().required(),
});

/** Schema of a task that is added with its title alone. */
export const titleSchema = taskSchema.shape({
  taskDescription: description,
  taskList: string(),
  taskDueDay: string(),
});

/** A listed task needs a date and a description only if it has them. */
export const taskSchemaOf = (has: { date: boolean; description: boolean }) =>
  taskSchema.shape({
    ...(!has.description && { taskDescription: description }),
    ...(!has.date && { taskDueDay: string() }),
  });
