import { KeptDraftLine } from '../../drafts/KeptDraftLine';
import { ChangeToast } from '../../history/ChangeToast';
import type { Day } from '../../lib/days/days';
import { todayRequested, wentPastToday } from '../../tasks/views/pastToday';
import type { StepPayload } from '../../tasks/taskPayloads';
import { describeChange, describeGone, isAnnounced, kindOf } from '../store/kinds';
import { saveDraft } from './saveDraft';

type Entry = Parameters<typeof describeChange>[0];

/** The repeat's step in a change that consists of nothing else. */
function onlyStep({ steps: [first, ...others] }: Entry) {
  const step = first && (kindOf(first)?.step?.(first.payload) as StepPayload | null);
  return step && others.length === 0 ? step : null;
}

/** Offers today instead, after a late tick of a repeat that skipped today. */
function offerToday(entry: Entry, today: Day) {
  const step = onlyStep(entry);
  if (!step || !wentPastToday(step, today)) return null;
  return { name: 'Today', actions: () => todayRequested(step, entry.id) };
}

/** Messages over the foot of the page: a stored draft, and the last change with Undo. */
export function Toasts() {
  return (
    <>
      <KeptDraftLine save={saveDraft} />
      <ChangeToast
        describe={describeChange}
        describeGone={describeGone}
        isAnnounced={isAnnounced}
        offer={offerToday}
      />
    </>
  );
}
