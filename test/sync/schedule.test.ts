import fc from 'fast-check';
import {
  emptySchedule,
  schedule,
  scheduledItem,
  type Schedule,
  type ScheduleEvent,
} from '../../src/sync/queue/sending/schedule';

const UNTIL = '2026-03-10T12:00:01.000Z';
const woken = (itemKey: string, isNew?: true): ScheduleEvent => ({
  type: 'woken',
  itemKey,
  ...(isNew && { isNew }),
});
const taken = (itemKey: string): ScheduleEvent => ({ type: 'taken', itemKey });
const sent = (itemKey: string): ScheduleEvent => ({ type: 'sent', itemKey });
const failed = (...itemKeys: string[]): ScheduleEvent => ({ type: 'failed', itemKeys, until: UNTIL });

/** The schedule after these events, and the items that the last event made ready. */
function after(...events: ScheduleEvent[]) {
  let ready: readonly string[] = [];
  const state = events.reduce((before, event) => {
    const next = schedule(before, event);
    ready = next.ready;
    return next.state;
  }, emptySchedule);
  return { state, ready };
}

test.each<[string, ScheduleEvent[], string[]]>([
  ['is ready when it has something to send', [woken('a')], ['a']],
  ['is ready once, however often it is woken', [woken('a'), woken('a')], []],
  ['is not ready again while it is being sent', [woken('a'), taken('a'), woken('a')], []],
  [
    'is looked at once more when it was woken while it was being sent',
    [woken('a'), taken('a'), woken('a'), sent('a')],
    ['a'],
  ],
  ['rests when nothing of it is pending', [woken('a'), taken('a'), sent('a')], []],
  ['that failed rests until the pause ends', [woken('a'), taken('a'), failed('a'), { type: 'reached' }], []],
  [
    'that failed is ready when the pause ends',
    [woken('a'), taken('a'), failed('a'), { type: 'pauseEnded' }],
    ['a'],
  ],
  [
    'that was skipped is ready when another one gets through',
    [woken('a'), woken('b'), taken('a'), failed('a'), taken('b'), { type: 'reached' }],
    ['b'],
  ],
  [
    'that was skipped is ready when the pause ends, behind those that failed',
    [woken('a'), woken('b'), taken('a'), failed('a'), taken('b'), { type: 'pauseEnded' }],
    ['a', 'b'],
  ],
])('An item %s', (_what, events, ready) => {
  expect(after(...events).ready).toEqual(ready);
});

test('A new change during a pause is tried, and one that lay there is not', () => {
  const paused = [woken('a'), taken('a'), failed('a')];
  expect(after(...paused, woken('b'), taken('b')).state).toMatchObject({ items: {}, skipped: ['b'] });
  const tried = after(...paused, woken('b', true), taken('b')).state;
  expect(scheduledItem(tried, 'b')).toEqual({ itemKey: 'b', phase: 'sending' });
  expect(tried).toMatchObject({ failed: ['a'], skipped: [], pausedUntil: UNTIL });
});

test('Failures of one pause count once, and are forgotten when something gets through', () => {
  const both = [woken('a'), woken('b'), taken('a'), taken('b'), failed('a'), failed('b')];
  expect(after(...both).state).toMatchObject({ failures: 1, failed: ['a', 'b'], pausedUntil: UNTIL });
  expect(after(...both, { type: 'pauseEnded' }, taken('a'), failed('a')).state.failures).toBe(2);
  expect(after(...both, { type: 'reached' }).state.failures).toBe(0);
});

test('Whatever happens, each item is ready, being sent, or waits; the state is JSON', () => {
  const keys = fc.constantFrom('a', 'b', 'c');
  const anyEvent = fc.oneof(
    fc.record({ type: fc.constant('woken'), itemKey: keys, isNew: fc.constantFrom(true, undefined) }),
    fc.record({ type: fc.constantFrom('work', 'sent', 'failed'), itemKey: keys }),
    fc.record({ type: fc.constantFrom('reached', 'pauseEnded') }),
  );
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), steps => {
      let state: Schedule = emptySchedule;
      const queued: string[] = [];
      const open = new Set<string>();
      const tell = (event: ScheduleEvent) => {
        const next = schedule(state, event);
        state = next.state;
        queued.push(...next.ready);
      };
      for (const step of steps) {
        const itemKey = 'itemKey' in step ? step.itemKey : '';
        const phase = scheduledItem(state, itemKey)?.phase;
        const isSending = phase === 'sending' || phase === 'sendingAgain';
        if (step.type === 'woken') open.add(itemKey);
        if (step.type === 'woken') tell(step as ScheduleEvent);
        if (step.type === 'reached' || step.type === 'pauseEnded') tell({ type: step.type });
        if (step.type === 'work' && queued.length > 0) tell(taken(queued.shift()!));
        if (step.type === 'sent' && phase === 'sending') open.delete(itemKey);
        if (step.type === 'sent' && isSending) tell(sent(itemKey));
        if (step.type === 'failed' && isSending) tell(failed(itemKey));
        expect(new Set(queued).size).toBe(queued.length);
        for (const key of open)
          expect([
            scheduledItem(state, key),
            state.failed.includes(key),
            state.skipped.includes(key),
          ]).not.toEqual([undefined, false, false]);
        for (const key of queued) expect(scheduledItem(state, key)?.phase).toBe('ready');
      }
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    }),
    { numRuns: 500 },
  );
});
