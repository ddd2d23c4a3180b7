import type { Kind } from '../judge/history';

/** The controls that hold an item's fields, and the fields that a list shows. */
export const kinds = {
  task: {
    fields: { taskName: 'Title', taskDescription: 'Description', taskDueDay: 'Due Date', taskTime: 'Time' },
    title: 'taskName',
    save: 'Save Changes',
    remove: 'Delete Task',
  },
  note: {
    fields: { noteTitle: 'Title', noteDescription: 'Description' },
    title: 'noteTitle',
    save: 'Save',
    remove: 'Delete',
  },
} as const satisfies Record<
  Kind,
  { fields: Record<string, string>; title: string; save: string; remove: string }
>;
