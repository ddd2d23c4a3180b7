import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectOverlay } from '../../keyboard/overlaySlice';
import { onIdle, onSpareTime } from '../../components/hooks/onIdle';
import { useMediaQuery } from '../../components/hooks/useMediaQuery';
import { expectField, isFieldExpected } from '../../drafts/typedAhead';
import { useTypedAhead } from '../../drafts/useTypedAhead';
import { focusQuickAdd, isOpeningKey, isTextKey } from '../../quickAdd/quickAddField';
import { quickAddOpened } from '../../ui/uiSlice';
import { repeatEarly, takeOverFrame } from '../firstFrame/takeOver';
import { Keyboard, Moves } from '../parts/chunks';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { paths } from '../../routes';

/** Whether a key is a shortcut that opens a field, so that the keys after it are text. Firefox finds by some of them. */
const opensField = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey ? event.key === 'k' : /^[nqw/]$/i.test(event.key) && isTextKey(event);

/**
 * Loads the keyboard part in spare time once the rows are shown, or at the first key. Keys, and a press of a row's
 * Move button, that come before it is loaded are kept and passed to it.
 */
export function EarlyKeys({ isIdle }: { isIdle: boolean }) {
  const [isWanted, setIsWanted] = useState(false);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const hasOverlay = useAppSelector(selectOverlay) !== null;
  const early = useRef<KeyboardEvent[]>([]);
  const toMove = useRef<number | null>(null);
  const [stop] = useState(() => new AbortController());
  const typeAhead = useEffectEvent(useTypedAhead().type);

  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isText = isFieldExpected() && isTextKey(event);
      // A space would press the button that was clicked.
      if (isText || opensField(event)) event.preventDefault();
      if (isText) typeAhead(event.key);
      else if (isOpeningKey('q', event) && !early.current.some(opensField))
        focusQuickAdd(() => dispatch(quickAddOpened()));
      else if (isOpeningKey('n', event) && early.current.length === 0) {
        expectField();
        void navigate(paths.newTask);
      } else early.current.push(event);
      setIsWanted(true);
    };
    const keepClick = ({ target }: MouseEvent) => {
      const { move } = (target as HTMLElement).dataset;
      if (!move) return;
      toMove.current = Number(move);
      setIsWanted(true);
    };
    addEventListener('keydown', keep, { signal: stop.signal });
    addEventListener('click', keepClick, { signal: stop.signal });
    queueMicrotask(() => void repeatEarly()); // of the first frame; the router listens by now
    return () => {
      removeEventListener('keydown', keep);
      removeEventListener('click', keepClick);
    };
  }, [stop, dispatch, navigate]);
  useLayoutEffect(takeOverFrame, []);
  // A finger does not hover: its first press can already be a gesture.
  const isTouch = useMediaQuery('(any-pointer: coarse)');
  useEffect(() => {
    if (isIdle) return (isTouch ? onIdle : onSpareTime)(() => setIsWanted(true));
  }, [isIdle, isTouch]);

  if (!isWanted && !hasOverlay) return null;
  return (
    <>
      <Keyboard early={early} onReady={() => stop.abort()} />
      <Moves early={toMove} />
    </>
  );
}
