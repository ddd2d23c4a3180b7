import { useEffect, type ReactNode } from 'react';
import { Check, Circle } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { selectEntries, selectIsHistoryRead } from '../history/historySlice';
import { Keys } from '../keyboard/Keys';
import { overlayOpened, selectOverlay } from '../keyboard/overlaySlice';
import { CloseButton, TextButton } from '../components/Button';
import { Icon } from '../components/Icon';
import { useFocusLeft } from '../components/useFocusLeft';
import { expectField } from '../lib/typedAhead';
import { selectDoneIds, selectHasTasks } from '../tasks/tasksSelectors';
import { guideChanged, selectGuide } from '../ui/uiSlice';
import styles from './Guide.module.css';
import { useAppDispatch, useAppSelector } from './hooks';
import { paths } from './paths';

/**
 * Three things to try, for a person who begins. Each is ticked when it was done. It goes when the person closes it, or
 * leaves the page with all of them done. Who has changed anything on this device before is no beginner.
 */
export default function Guide() {
  const dispatch = useAppDispatch();
  const guide = useAppSelector(selectGuide);
  const isKnown = useAppSelector(selectIsHistoryRead);
  const isBeginner = useAppSelector(selectEntries).length === 0;
  useEffect(() => {
    if (guide === 'unseen' && isKnown && isBeginner) dispatch(guideChanged('begun'));
  }, [dispatch, guide, isKnown, isBeginner]);
  return (guide === 'begun' || guide === 'keysSeen') && <Steps hasSeenKeys={guide === 'keysSeen'} />;
}

function Steps({ hasSeenKeys }: { hasSeenKeys: boolean }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const card = useFocusLeft<HTMLElement>();
  const hasAdded = useAppSelector(selectHasTasks);
  const hasTicked = useAppSelector(selectDoneIds).length > 0;
  const isShown = useAppSelector(selectOverlay) === 'shortcuts';
  const isDone = hasAdded && hasTicked && hasSeenKeys;
  useEffect(() => {
    if (isShown) dispatch(guideChanged('keysSeen'));
  }, [dispatch, isShown]);
  useEffect(() => (isDone ? () => void dispatch(guideChanged('over')) : undefined), [dispatch, isDone]);

  return (
    <aside ref={card} className={styles.guide} aria-labelledby="guide">
      <header className={styles.head}>
        <h2 id="guide">{isDone ? 'That is all you need' : 'Three things to try'}</h2>
        <CloseButton
          aria-label="Close the three things to try"
          title="Close"
          onClick={() => dispatch(guideChanged('over'))}
        />
      </header>
      <ol className={styles.steps}>
        <Step isDone={hasAdded} keys="n">
          <TextButton
            onClick={() => {
              expectField();
              void navigate(paths.newTask);
            }}
          >
            Add a task
          </TextButton>
        </Step>
        <Step isDone={hasTicked} keys="x">
          Tick it off: press the circle before its name
        </Step>
        <Step isDone={hasSeenKeys} keys="?">
          <TextButton onClick={() => dispatch(overlayOpened('shortcuts'))}>See all shortcuts</TextButton>
        </Step>
      </ol>
    </aside>
  );
}

type StepProps = { isDone: boolean; /** The key that does it, too. */ keys: string; children: ReactNode };

const Step = ({ isDone, keys, children }: StepProps) => (
  <li className={styles.step} data-done={isDone || undefined}>
    <Icon of={isDone ? Check : Circle} size={18} />
    <span className={styles.words}>
      {children}
      {isDone && <span className={styles.done}> (done)</span>}
    </span>
    <Keys of={keys} />
  </li>
);
