import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppDispatch } from '../../hooks';
import { renameStarted } from '../../tasks/selecting/selectionSlice';

/** The maximum distance, in pixels, between the two clicks. */
const NEAR_PX = 6;

/**
 * A double click on a row renames its task. The first click immediately opens the form, which may cover the row; the
 * second one then counts where the first one was.
 */
export function useDoubleClick() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { key } = useLocation();
  const first = useRef<{ taskId: number; x: number; y: number } | null>(null);
  const toRename = useRef<number | null>(null);

  const rename = useEffectEvent((taskId: number) => {
    toRename.current = taskId;
    void navigate(-1);
  });
  useEffect(() => {
    if (toRename.current !== null) dispatch(renameStarted(toRename.current));
    toRename.current = null;
  }, [dispatch, key]);

  useEffect(() => {
    const stop = new AbortController();
    const isSecond = ({ detail, clientX, clientY }: MouseEvent) =>
      detail === 2 &&
      first.current !== null &&
      Math.hypot(clientX - first.current.x, clientY - first.current.y) < NEAR_PX;
    /** Stops the second click from reaching the element that is now at its position. */
    const hold = (event: MouseEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const onDown = (event: MouseEvent) => isSecond(event) && hold(event);
    const onClick = (event: MouseEvent) => {
      if (isSecond(event)) {
        hold(event);
        rename(first.current!.taskId);
      }
      const link = (event.target as Element).closest<HTMLElement>('main a[data-task]');
      const isPlain = event.detail === 1 && (event as PointerEvent).pointerType === 'mouse';
      const isOther = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      first.current =
        link && isPlain && !isOther
          ? { taskId: Number(link.dataset.task), x: event.clientX, y: event.clientY }
          : null;
    };
    addEventListener('mousedown', onDown, { capture: true, signal: stop.signal });
    addEventListener('click', onClick, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
}
