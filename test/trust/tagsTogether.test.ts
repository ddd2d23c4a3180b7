/** Two devices that rename, merge, remove and write tags at once: none is lost unseen, and none is there twice. */
import '../support/app/noComplaints';
import fc from 'fast-check';
import { retag } from '../../src/tags/retag';
import { taskRecord } from '../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';
import { taskOf, editOf } from '../support/devices/acts';
import { openTwoDevices, type Page } from '../support/devices/devices';
import { times } from '../support/long';

fakeTime();

const TAGS = ['garden', 'yard', 'two-words'];
const IDS = [1, 2, 3];
const partsOf = (name: string) => name.split(' ');
const nameOf = (page: Page, id: number) => taskOf(page, id).taskName;

/** An act of a person on a page: a change of a tag everywhere (`to` null: taken out), or an edit of one name. */
type Act = { isOnB: boolean; wait: number } & (
  | { tag: string; to: string | null }
  | { id: number; tags: string[] }
);
const tag = fc.constantFrom(...TAGS);
const where = { isOnB: fc.boolean(), wait: fc.constantFrom(0, 50, 3000) };
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({ ...where, tag, to: fc.option(fc.constantFrom(...TAGS, 'new')) }),
    fc.record({ ...where, id: fc.constantFrom(...IDS), tags: fc.uniqueArray(tag) }),
  ),
  { minLength: 2, maxLength: 6 },
);

let edits = 0;
function doAct(page: Page, act: Act) {
  if ('tag' in act) return retag(page, act.tag, act.to);
  const taskName = [`Edit${++edits}`, ...act.tags.map(each => `#${each}`)].join(' ');
  page.dispatch(editOf(page, { taskName }, taskOf(page, act.id)));
}

test('Tags that two devices change at once are neither lost unseen nor doubled', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async all => {
      const record = (id: number) => taskRecord(id, { taskName: `Task${id} #garden #yard` });
      const {
        database,
        b,
        pageOfA: onA,
        pageOfB: onB,
      } = await openTwoDevices({ tasks: Object.fromEntries(IDS.map(id => [`k${id}`, record(id)])) });
      b.stopLiveEvents();
      /** By task: what pages have shown, and what a person there took away; words of names, and `#tags`. */
      const shown = IDS.map(id => new Set(partsOf(nameOf(onA, id))));
      const taken = IDS.map(() => new Set<string>());
      for (const act of all) {
        const page = act.isOnB ? onB : onA;
        const before = IDS.map(id => partsOf(nameOf(page, id)));
        doAct(page, act);
        for (const [at, id] of IDS.entries()) {
          const after = partsOf(nameOf(page, id));
          for (const part of before[at]!) if (!after.includes(part)) taken[at]!.add(part);
          for (const part of after) shown[at]!.add(part);
        }
        await advance(act.wait);
      }
      await advance(MINUTES_10);
      const { tasks } = database.lists as unknown as { tasks: Record<string, { taskName: string }> };
      const trash = Object.entries(database.lists['trash/tasks']) as [
        string,
        { record: { taskName: string } },
      ][];
      for (const [at, id] of IDS.entries()) {
        const parts = partsOf(tasks[`k${id}`]!.taskName);
        expect(parts).toEqual([...new Set(parts)]);
        expect([...shown[at]!]).toEqual(expect.arrayContaining(parts));
        const kept = trash.flatMap(([key, { record }]) =>
          key.startsWith(`k${id}`) ? partsOf(record.taskName) : [],
        );
        const isThere = (part: string) => parts.includes(part) || kept.includes(part);
        expect([...shown[at]!].filter(part => !taken[at]!.has(part) && !isThere(part))).toEqual([]);
      }
    }),
    { numRuns: times(15, 100) },
  );
});
