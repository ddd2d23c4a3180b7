import { daywallJson } from '../../../src/transfer/formats/daywall/daywallJson';
import type { Fields, Kind } from '../judge/history';

const keyOf = (item: string) => `-From-a-file-${item}`;

/** An export file of the app with these items. */
export function fileOf(items: { item: string; kind: Kind; fields: Fields }[]) {
  const records = (kind: Kind) =>
    Object.fromEntries(
      items
        .filter(item => item.kind === kind)
        .map(({ item, fields: { taskDueDay, taskTime: _time, ...texts } }) => [
          keyOf(item),
          kind === 'note'
            ? texts
            : {
                ...texts,
                taskList: 'personal',
                taskDueDate: `${taskDueDay}T00:00:00.000Z`,
                taskId: Number(item.slice(1)),
              },
        ]),
    );
  return daywallJson({
    tasks: records('task'),
    notes: records('note'),
    done: {},
    repeats: {},
    occurrences: {},
    order: {},
    times: Object.fromEntries(
      items.flatMap(({ item, fields: { taskTime } }) =>
        taskTime ? [[keyOf(item), { time: taskTime }]] : [],
      ),
    ),
    looks: {},
    trash: { tasks: {}, notes: {} },
  });
}
