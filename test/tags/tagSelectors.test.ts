import fc from 'fast-check';
import { createStore } from '../../src/app/store';
import { bucketsBy } from '../../src/lib/days/buckets';
import { tagsIn } from '../../shared/tags';
import type { Note } from '../../src/notes/note';
import { noLook } from '../../src/notes/look';
import {
  lineOfNote,
  selectDaysWith,
  selectNotesWith,
  selectSectionsWith,
  selectSpelling,
  selectTag,
  selectTags,
  selectTasksWith,
  type TagsRoot,
} from '../../src/tags/tagSelectors';
import type { SettingsRoot } from '../../src/settings/settingsSlice';
import { looksDone, type Task } from '../../src/tasks/task';
import { daysOf } from '../../src/tasks/taskDays';
import { taskRecordsArrived, tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import { taskRecord } from '../support/app/operations';
import { times } from '../support/long';

const line = fc
  .array(fc.constantFrom('Water', '#garden', '#Garden', '#haus', '#two-words', '#fff', '#1', '#work'), {
    maxLength: 4,
  })
  .map(words => words.join(' '));
const tasks = fc.record({
  taskId: fc.nat(200),
  taskName: line,
  taskDescription: fc.constant(''),
  taskList: fc.constant('personal' as const),
  taskDueDay: fc.constantFrom('2026-03-09', '2026-03-11', null),
  doneAt: fc.constantFrom(null, null, '2026-03-09T10:00:00.000Z'),
});
const notes = fc.record({
  notesFireId: fc.nat(80).map(n => `-note${n}`),
  noteTitle: line,
  noteDescription: fc.tuple(line, line).map(lines => lines.join('\n')),
});
const steps = fc.array(
  fc.oneof(
    tasks.map(task => ({ task })),
    notes.map(note => ({ note })),
    fc.nat(200).map(gone => ({ gone })),
  ),
  { maxLength: 60 },
);

const taskBuckets = bucketsBy<Task, number>(({ taskId }) => taskId);
const noteBuckets = bucketsBy<Note, string>(({ notesFireId }) => notesFireId);
const TAGS = ['garden', 'haus', 'two-words'];

/** Everything that the selectors say, by looking at all tasks and notes. */
function fromScratch(allTasks: Task[], allNotes: Note[]) {
  const open = allTasks.filter(task => !looksDone(task));
  return TAGS.map(tag => {
    const has = (text: string) => tagsIn(text).includes(tag);
    const ofTag = allTasks.filter(({ taskName }) => has(taskName));
    const notesOfTag = allNotes.filter(note => has(lineOfNote(note)));
    const words = [...ofTag.map(({ taskName }) => taskName), ...notesOfTag.map(lineOfNote)]
      .flatMap(text => text.split(' '))
      .filter(word => word.toLowerCase() === `#${tag}`);
    const count = (word: string) => words.filter(other => other === word).length;
    const [word] = [...new Set(words)].sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
    return {
      tag,
      tasks: open.filter(({ taskName }) => has(taskName)).length,
      notes: notesOfTag.length,
      word: word?.slice(1) ?? tag,
      isUsed: words.length > 0,
      days: daysOf(ofTag).open,
      ids: ofTag.map(({ taskId }) => taskId).sort((a, b) => a - b),
      keys: notesOfTag.map(({ notesFireId }) => notesFireId).sort(),
    };
  });
}

it('Whatever changes, tags are those of looking at everything', () => {
  fc.assert(
    fc.property(steps, all => {
      let taskItems = taskBuckets.empty;
      let noteItems = noteBuckets.empty;
      for (const step of all) {
        if ('task' in step) taskItems = taskBuckets.put(taskItems, { ...step.task, fireId: null });
        else if ('note' in step) noteItems = noteBuckets.put(noteItems, { ...step.note, ...noLook });
        else taskItems = taskBuckets.remove(taskItems, step.gone);
        const state = {
          tasks: { items: taskItems },
          notes: { items: noteItems },
          ui: { today: '2026-03-10' },
          settings: { stored: {}, pending: [] },
        } as unknown as TagsRoot & SettingsRoot;
        const used = selectTags(state);
        const expected = fromScratch([...taskBuckets.all(taskItems)], [...noteBuckets.all(noteItems)]);
        for (const { tag, isUsed, ...of } of expected) {
          expect(selectTag(state, tag)).toEqual(
            isUsed ? { tag, word: of.word, tasks: of.tasks, notes: of.notes } : undefined,
          );
          expect(selectSpelling(state, tag)).toBe(of.word);
          expect(selectDaysWith(state, tag)).toEqual(of.days);
          expect(
            selectTasksWith(state, tag)
              .map(({ taskId }) => taskId)
              .sort((a, b) => a - b),
          ).toEqual(of.ids);
          expect(
            selectNotesWith(state, tag)
              .map(({ notesFireId }) => notesFireId)
              .sort(),
          ).toEqual(of.keys);
        }
        expect(used).toHaveLength(expected.filter(({ isUsed }) => isUsed).length);
        const counts = used.map(({ tasks: open, notes: ofNotes }) => open + ofNotes);
        expect(counts).toEqual([...counts].sort((a, b) => b - a));
      }
    }),
    { numRuns: times(25, 200) },
  );
});

it('A change beside a tag leaves what its page shows as it is', () => {
  const {
    store: { dispatch, getState },
  } = createStore();
  dispatch(dayChanged('2026-03-10'));
  const record = (at: number) => taskRecord(at, { taskName: at % 3 ? `Task ${at}` : `Task ${at} #garden` });
  dispatch(tasksLoaded(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, record(at)]))));
  const seen = () => [
    selectTags(getState()),
    selectTasksWith(getState(), 'garden'),
    selectSectionsWith(getState(), 'garden'),
  ];
  const before = seen();
  expect(before.map(({ length }) => length)).toEqual([1, 300, 1]);
  dispatch(taskRecordsArrived({ k1: null, k2: { ...record(2), taskName: 'Another name' } }));
  seen().forEach((value, at) => expect(value).toBe(before[at]));
  // Another name moves no row.
  dispatch(taskRecordsArrived({ k3: { ...record(3), taskName: 'Sow #garden' } }));
  expect(selectSectionsWith(getState(), 'garden')).toBe(before[2]);
  expect(selectTasksWith(getState(), 'garden')).toContainEqual(
    expect.objectContaining({ taskName: 'Sow #garden' }),
  );
});
