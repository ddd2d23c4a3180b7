import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppDispatch, useAppSelector, useAppStore } from '../../hooks';
import { typeInto } from '../../components/input/typeInto';
import { useBackCloses } from '../../components/hooks/useBackCloses';
import { dayOfStored } from '../../lib/days/days';
import { textOfChoice } from '../../repeats/form/requestedRepeat';
import { selectFirstDayOfWeek } from '../../settings/weekSelectors';
import type { ManyChange } from '../../tasks/selecting/manyTasks';
import type { SelectionState } from '../../tasks/selecting/selected';
import { menuClosed } from '../../tasks/selecting/selectionSlice';
import { selectTask } from '../../tasks/tasksSelectors';
import { selectToday } from '../../ui/uiSlice';
import { nameInWords } from '../nameInWords';
import { requestMany, selectSelectedIds } from '../requestMany';
import { PickDay } from './PickDay';
import { isBlank } from '../../lib/text/visible';

/** Picks a day for a task or for the selection. */
export function DayOfTasks({ menu: { taskId } }: { menu: NonNullable<SelectionState['menu']> }) {
  const dispatch = useAppDispatch();
  const state = useAppStore().getState();
  const [taskIds] = useState(() => (taskId === null ? selectSelectedIds(state) : [taskId]));
  const [first] = taskIds.flatMap(taskId => selectTask(state, taskId) ?? []);
  if (!first) return null;
  const [today, weekStart] = [selectToday(state), selectFirstDayOfWeek(state)];
  const request = (change: ManyChange) => {
    // Deferred: rows do not move the focus under an open dialog, and React misses focus events while rendering.
    flushSync(() => dispatch(menuClosed()));
    (document.activeElement as HTMLElement | null)?.blur();
    requestMany(dispatch, taskIds, change);
  };
  return (
    <PickDay
      day={first.taskDueDay}
      today={today}
      firstDayOfWeek={weekStart}
      about={taskIds.length > 1 ? `${taskIds.length.toLocaleString()} tasks` : nameInWords(first)}
      onChoice={taskDueDay => request({ type: 'move', to: { taskDueDay } })}
      onRepeat={repeat => request({ type: 'repeat', ...repeat, today, weekStart })}
      onClose={() => dispatch(menuClosed())}
    />
  );
}

/** Picks a day for a field when its button is pressed, whose `data-pick-day` has the id of the date field. */
export function DayOfField() {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const today = useAppSelector(selectToday);
  const firstDayOfWeek = useAppSelector(selectFirstDayOfWeek);
  useBackCloses(field !== null, () => setField(null));
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-pick-day]');
      if (button) setField(document.getElementById(button.dataset.pickDay!) as HTMLInputElement | null);
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, []);
  return (
    field && (
      <PickDay
        day={dayOfStored(field.value)}
        today={today}
        firstDayOfWeek={firstDayOfWeek}
        about={aboutForm(field.form)}
        onChoice={day => {
          typeInto(field, day ?? '');
          setField(null);
        }}
        onRepeat={({ choice, start }) => {
          if (start) flushSync(() => typeInto(field, start));
          typeInto(field.form!.elements.namedItem('repeat') as HTMLInputElement, textOfChoice(choice));
          setField(null);
        }}
        onClose={() => setField(null)}
      />
    )
  );
}

/** The current title in a form; undefined without one. */
function aboutForm(form: HTMLFormElement | null): string | undefined {
  const title = form?.elements.namedItem('taskName') as HTMLTextAreaElement | null;
  return title && !isBlank(title.value) ? nameInWords({ taskName: title.value }) : undefined;
}
