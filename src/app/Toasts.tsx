import { KeptDraftLine } from '../drafts/KeptDraftLine';
import { ChangeToast } from '../history/ChangeToast';
import type { Day } from '../lib/days/days';
import { stepPastToday, todayRequested } from '../tasks/series/pastToday';
import { describeChange, describeGone, isAnnounced } from './kinds';
import { saveDraft } from './saveDraft';

/** A late tick of a repeat that went past today can lead to today instead. */
function offerToday({ id, steps }: Parameters<typeof describeChange>[0], today: Day) {
  const late = stepPastToday(steps, today);
  return late && { name: 'Today', actions: () => todayRequested(late, id) };
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
