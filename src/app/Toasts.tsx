import { KeptDraftLine } from '../drafts/KeptDraftLine';
import { ChangeToast } from '../history/ChangeToast';
import type { Day } from '../lib/days/days';
import { todayRequested, wentPastToday } from '../tasks/series/pastToday';
import type { StepPayload } from '../tasks/series/seriesPayloads';
import { describeChange, describeGone, isAnnounced, kindOf } from './kinds';
import { saveDraft } from './saveDraft';

/** A late tick of a repeat that went past today can lead to today instead. */
function offerToday({ id, steps }: Parameters<typeof describeChange>[0], today: Day) {
  const [first, ...others] = steps;
  const step = first && (kindOf(first)?.step?.(first.payload) as StepPayload | null);
  if (!step || others.length > 0 || !wentPastToday(step, today)) return null;
  return { name: 'Today', actions: () => todayRequested(step, id) };
}

/** Messages over the foot of the page: a kept draft, and the last change with Undo. */
export default function Toasts() {
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
