import { daywallJson } from '../../../src/transfer/formats/daywall/daywallJson';
import type { Fields, Kind } from '../judge/history';

/** An export file of the app with these items. */
export function fileOf(items: { item: string; kind: Kind; fields: Fields }[]) {
  const records = (kind: Kind) =>
    Object.fromEntries(
      items
        .filter(item => item.kind === kind)
        .map(({ item, fields: { taskDueDay, ...texts } }) => [
          `-From-a-file-${item}`,
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
    times: {},
    looks: {},
    trash: { tasks: {}, notes: {} },
  });
}
