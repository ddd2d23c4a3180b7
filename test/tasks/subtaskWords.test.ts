import { describeSteps, labelOf } from '../../src/app/store/kinds';
import { withTick } from '../../src/lib/text/subtasks';
import { subtaskTickRequested } from '../../src/tasks/taskActions';
import type { Task } from '../../src/tasks/task';

const shop: Task = {
  taskId: 1,
  fireId: 't1',
  taskName: 'Shop',
  taskDescription: '- [ ] Milk\n- [x] Bread\n- [ ]',
  taskList: 'personal',
  taskDueDay: null,
  doneAt: null,
};
const at = (place: number) => [...shop.taskDescription.matchAll(/\[/g)][place]!.index + 1;
const edit = (taskDescription: string, more: Partial<Task> = {}) => {
  const { payload } = subtaskTickRequested(shop, at(0), true);
  const { base, fields } = payload.payload as { base: object; fields: object };
  return { ...payload, payload: { base, fields: { ...fields, taskDescription, ...more } } };
};
const today = '2026-11-24';

test.each<[string, string, string]>([
  [withTick(shop.taskDescription, at(0), true), 'Ticked “Milk” in “Shop”', 'Subtask ticked'],
  [withTick(shop.taskDescription, at(1), false), 'Unticked “Bread” in “Shop”', 'Subtask unticked'],
  [withTick(shop.taskDescription, at(2), true), 'Ticked 1 subtask in “Shop”', 'Subtask ticked'],
  [shop.taskDescription.replaceAll('[ ]', '[x]'), 'Changed “Shop”', 'Task changed'],
  [shop.taskDescription.replace('[ ] Milk', '[x] Cream'), 'Changed “Shop”', 'Task changed'],
])('A change to %j is said to be: %s', (description, words, label) => {
  const change = edit(description);
  expect(describeSteps([change], { today, isUndo: false })).toBe(words);
  expect(labelOf({ kind: 'task/edit', payload: change.payload })).toBe(label);
});

test('A tick with another change, or of several tasks, is a change of the task', () => {
  const ticked = withTick(shop.taskDescription, at(0), true);
  const context = { today, isUndo: false };
  expect(describeSteps([edit(ticked, { taskName: 'Market' })], context)).toBe('Changed “Market”');
  expect(describeSteps([edit(ticked), edit(ticked)], context)).toBe('Changed 2 tasks');
  expect(labelOf({ kind: 'task/edit' })).toBe('Task changed');
});
