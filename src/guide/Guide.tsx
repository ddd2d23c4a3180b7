import { useEffect, type ReactNode } from 'react';
import { Check, Circle } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { selectEntries, selectIsHistoryRead } from '../history/historySlice';
import { Keys } from '../keyboard/Keys';
import { NEW_NOTE, type OpenNote } from '../notes/openNote';
import { selectHasNotes } from '../notes/notesSelectors';
import { paths } from '../routes';
import { CloseButton, TextButton } from '../components/Button';
import { Icon } from '../components/Icon';
import { useFocusLeft } from '../components/hooks/useFocusLeft';
import { focusQuickAdd, isSwiped } from '../quickAdd/quickAddField';
import { guideChange } from '../settings/settingsChange';
import { selectGuide } from '../settings/settingsSelectors';
import { selectSettings } from '../settings/settingsSlice';
import { requestChange } from '../sync/operations';
import { selectHasTasks } from '../tasks/tasksSelectors';
import { guideChanged, quickAddOpened, selectGuidePhase } from '../ui/uiSlice';
import styles from './Guide.module.css';
import { useAppDispatch, useAppSelector } from '../hooks';

/**
 * Three things for a new user to try, each ticked when done. It disappears permanently when closed, or when the user
 * leaves the page with all of them done. A user who has changed something on this device before is not new.
 */
export function Guide() {
  const dispatch = useAppDispatch();
  const phase = useAppSelector(selectGuidePhase);
  const hasBegun = useAppSelector(selectGuide) !== undefined;
  const isKnown = useAppSelector(selectIsHistoryRead);
  const isBeginner = useAppSelector(selectEntries).length === 0;
  const isDue = hasBegun || (isKnown && isBeginner);
  useEffect(() => {
    if (phase === 'unseen' && isDue) dispatch(guideChanged('open'));
  }, [dispatch, phase, isDue]);
  return phase === 'open' && <Steps />;
}

function Steps() {
  const dispatch = useAppDispatch();
  const card = useFocusLeft<HTMLElement>();
  const settings = useAppSelector(selectSettings);
  const { guide } = settings;
  const navigate = useNavigate();
  const hasAdded = useAppSelector(selectHasTasks);
  const hasMoved = guide === 'moved' || guide === 'over';
  const hasNotes = useAppSelector(selectHasNotes);
  const isDone = hasAdded && hasMoved && hasNotes;
  // Another device closed it; what was done on this page stays until the user leaves it.
  const isOver = isDone || guide === 'over';
  useEffect(() => {
    if (isOver && !isDone) dispatch(guideChanged('closed'));
    return isDone ? () => void dispatch(guideChanged('closed')) : undefined;
  }, [dispatch, isOver, isDone]);
  const close = () => {
    dispatch(guideChanged('closed'));
    if (guide !== 'over') dispatch(requestChange(guideChange(settings, 'over'), { role: 'silent' }));
  };

  return (
    <aside ref={card} className={styles.guide} aria-labelledby="guide">
      <header className={styles.head}>
        <h2 id="guide">{isDone ? 'You’re set' : 'Three things to try'}</h2>
        <CloseButton aria-label="Close the three things to try" title="Close" onClick={close} />
      </header>
      <ol className={styles.steps}>
        <Step isDone={hasAdded} keys="q">
          <TextButton onClick={() => focusQuickAdd(() => dispatch(quickAddOpened()))}>
            Type “call Ana fri”
          </TextButton>
        </Step>
        <Step isDone={hasMoved}>{isSwiped ? 'Swipe it' : 'Drag it to another day'}</Step>
        <Step isDone={hasNotes} keys="w">
          <TextButton
            onClick={() => void navigate(paths.wall, { state: { note: NEW_NOTE } satisfies OpenNote })}
          >
            Write a note
          </TextButton>
        </Step>
      </ol>
    </aside>
  );
}

type StepProps = {
  isDone: boolean;
  /** The keyboard shortcut for the step. */ keys?: string;
  children: ReactNode;
};

const Step = ({ isDone, keys, children }: StepProps) => (
  <li className={styles.step} data-done={isDone || undefined}>
    <Icon of={isDone ? Check : Circle} size={18} />
    <span className={styles.words}>
      <span>{children}</span>
      {isDone && <span className={styles.done}> (done)</span>}
    </span>
    {keys && <Keys of={keys} />}
  </li>
);
