import { noteChange } from '../../../src/notes/noteKinds';
import { requestChange } from '../../../src/sync/operations';
import { fieldsOf, type TaskFields } from '../../../src/tasks/task';
import { taskSaveRequested, taskTickRequested } from '../../../src/tasks/taskActions';
import { taskChange } from '../../../src/tasks/taskKinds';
import { selectTask } from '../../../src/tasks/tasksSelectors';
import { noteFields, taskFields } from '../app/operations';
import type { Page } from './devices';

export const taskOf = (page: Page, taskId = 1) => selectTask(page.getState(), taskId)!;

/** The requests of a person at a page, about a task as it is shown there. */
export const tickOf = (page: Page, isDone = true, taskId = 1) =>
  taskTickRequested(taskOf(page, taskId), isDone);
export const editOf = (page: Page, change: Partial<TaskFields>, task = taskOf(page)) =>
  taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), ...change });

const task = { taskId: 1, fireId: 'k1' };
const note = { fireId: 'n1' };

/** Changes of `taskRecord(1)` under `k1` and of `noteFields()` under `n1`, whatever the page shows by then. */
export const changesOf = {
  tasks: {
    delete: () => requestChange(taskChange('task/delete', { ...task, fields: taskFields() })),
    restore: () => requestChange(taskChange('task/restore', { ...task, fields: taskFields() })),
    edit: (taskName: string) =>
      requestChange(
        taskChange('task/edit', { ...task, base: taskFields(), fields: taskFields({ taskName }) }),
      ),
  },
  notes: {
    delete: () => requestChange(noteChange('note/delete', { ...note, fields: noteFields() })),
    restore: () => requestChange(noteChange('note/restore', { ...note, fields: noteFields() })),
    edit: (title: string) =>
      requestChange(noteChange('note/edit', { ...note, base: noteFields(), fields: noteFields(title) })),
  },
};
