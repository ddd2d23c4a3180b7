import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppStore } from '../../hooks';
import { editPath } from '../../routes';
import { idsOn } from '../../lib/days/calendar';
import { UNDATED, dayPlus, type Day } from '../../lib/days/days';
import { selectFirstDayOfWeek, selectNextWeekDay } from '../../settings/weekSelectors';
import type { SelectionState } from '../../tasks/selecting/selected';
import { shownDay, type Task } from '../../tasks/task';
import {
  menuClosed,
  menuOpened,
  renameStarted,
  selectionToggled,
} from '../../tasks/selecting/selectionSlice';
import { selectTask, type TasksRoot } from '../../tasks/tasksSelectors';
import { selectToday } from '../../ui/uiSlice';
import styles from '../gestures/Moves.module.css';
import { nameInWords } from '../nameInWords';
import { requestMany, selectSelectedIds } from '../requestMany';
import { moveRows } from '../order/moveRows';
import { repeatChoices } from '../../repeats/form/repeatChoices';
import { linkOf, titleAt } from '../rows';
import type { RuleChange } from '../../repeats/repeat';
import { taskRepeatRequested, taskSkipRequested } from '../../tasks/taskActions';
import { useTypedChoice, type Item } from './typedChoice';
import { nextWeekStart } from '../../lib/days/nextWeek';
import type { ManyChange } from '../../tasks/selecting/manyTasks';
import { wouldChange } from '../changeOf';

type Move = Extract<ManyChange, { type: 'move' }>['to'];

/** A destination for tasks in the menu; `key` is its shortcut. */
type Choice = { name: string; key: string; to: Move };

/** The destinations for tasks. `firstDayOfWeek` is 0 (Sunday) to 6. */
function allChoices(today: Day, firstDayOfWeek: number): Choice[] {
  return [
    { name: 'Today', key: 't', to: { taskDueDay: today } },
    { name: 'Tomorrow', key: 'o', to: { taskDueDay: dayPlus(today, 1) } },
    { name: 'Next week', key: 'n', to: { taskDueDay: nextWeekStart(today, firstDayOfWeek) } },
    { name: 'No date', key: 'u', to: { taskDueDay: null } },
    { name: 'Move to Personal', key: 'e', to: { taskList: 'personal' } },
    { name: 'Move to Work', key: 'w', to: { taskList: 'work' } },
  ];
}

/** Whether a move would change at least one task. */
const changesAny = (tasks: readonly Task[], to: Move) => tasks.some(task => wouldChange(task, to));

/** Pixels between a menu and the edges of the window. */
const MARGIN_PX = 8;

/** Positions a fixed box below an element, or above it where there is more room, always inside the window. */
function placeBeside(box: HTMLElement, anchor: Element | null) {
  const { width, height } = box.getBoundingClientRect();
  const at = anchor?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 2);
  const isBelow = at.bottom + height + MARGIN_PX <= innerHeight || at.top < height + MARGIN_PX;
  const within = (value: number, size: number, room: number) =>
    Math.max(MARGIN_PX, Math.min(value, room - size - MARGIN_PX));
  box.style.left = `${within(at.right - width, width, innerWidth)}px`;
  box.style.top = `${within(isBelow ? at.bottom : at.top - height, height, innerHeight)}px`;
}

/** The menu that moves a task or the selection. Each item has a shortcut letter; arrow keys move through the items. */
export function MoveMenu({ menu }: { menu: NonNullable<SelectionState['menu']> }) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const state = store.getState();
  const { taskId } = menu;
  const [taskIds] = useState(() => (taskId === null ? selectSelectedIds(state) : [taskId]));
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  const box = useRef<HTMLDivElement>(null);
  const tasks = taskIds.flatMap(taskId => selectTask(state, taskId) ?? []);
  const today = selectToday(state);

  const close = () => {
    dispatch(menuClosed());
    const row =
      taskId === null ? document.querySelector<HTMLElement>('[data-move-selection]') : linkOf(taskId);
    (opener?.isConnected && opener !== document.body ? opener : row)?.focus();
  };
  const move = (to: Choice['to']) => {
    dispatch(menuClosed());
    requestMany(dispatch, taskIds, { type: 'move', to });
  };
  /** The dialog returns the focus to the element that had it before. */
  const pickDay = () => {
    close();
    dispatch(menuOpened({ taskId, isForDay: true }));
  };
  const toTop = () => {
    close();
    moveRows(store, taskIds, 'top');
  };
  const anchor = () =>
    document.querySelector(taskId === null ? '[data-move-selection]' : `[data-move="${taskId}"]`) ??
    (taskId === null ? null : linkOf(taskId));

  const ownItems = useOwnItems(close);
  const [repeats, openRepeats] = useRepeats(close);
  usePlaced(box, anchor, repeats, event => (event.type === 'pointerdown' ? dispatch(menuClosed()) : close()));

  const [first] = tasks;
  const all = allChoices(today, selectNextWeekDay(state));
  const choices = all.filter(({ to }) => changesAny(tasks, to));
  const itemOf = ({ to, ...choice }: Choice): Item => ({ ...choice, run: () => move(to) });
  const days = choices.filter(({ to }) => to.taskDueDay);
  const items: Item[] = repeats ?? [
    ...days.map(itemOf),
    { name: 'Pick a day', key: 'd', run: pickDay },
    ...choices.filter(choice => !days.includes(choice)).map(itemOf),
  ];
  if (first && !repeats && !isFirstOfDay(state, first))
    items.push({ name: 'Move to the top', key: 'm', run: toTop, isLast: true });
  if (first && taskId !== null && !repeats) items.push(...ownItems(first, openRepeats));
  const type = useTypedChoice(items, repeats ? [] : [...all, ...otherDays]);

  if (!first) return null;
  const name = nameInWords(first);
  const label = repeats ? `Repeat ${name}` : `Move ${tasks.length > 1 ? `${tasks.length} tasks` : name}`;
  return (
    <section aria-label="Move" data-moves>
      <div
        ref={box}
        className={styles.menu}
        role="menu"
        aria-label={label}
        onKeyDown={event => {
          if (event.key === 'Escape' || event.key === 'Tab') close();
          else if (!pressInMenu(event, items, type)) return;
          event.preventDefault();
        }}
      >
        <Items items={items} />
      </div>
    </section>
  );
}

/** Words for days that the menu does not offer: no letter of them is a choice. */
const otherDays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Someday Upcoming'
  .split(' ')
  .map(name => ({ name, key: '' }));

const isFirstOfDay = ({ tasks: { days } }: TasksRoot, task: Task) =>
  idsOn(days.open, shownDay(task) ?? UNDATED)[0] === task.taskId;

/** The items for a single task. */
function useOwnItems(close: () => void) {
  const dispatch = useAppDispatch();
  return (task: Task, openRepeats: (task: Task) => void): Item[] => {
    const { taskId: id, repeat, doneAt } = task;
    const skip = () => {
      close();
      dispatch(taskSkipRequested({ ...task, repeat: repeat! }));
    };
    const select = () => {
      close();
      dispatch(selectionToggled(id));
    };
    return [
      { name: 'Repeats…', key: 'r', run: () => openRepeats(task), isLast: true },
      ...(repeat && doneAt === null ? [{ name: 'Skip this one', key: 'k', run: skip }] : []),
      { name: 'Rename', key: 'a', run: () => dispatch(renameStarted(id)), isLast: true },
      { name: 'Select', key: 's', run: select, isLast: true },
    ];
  };
}

/** Submenu with repeats. */
function useRepeats(close: () => void) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const store = useAppStore();
  const [items, setItems] = useState<Item[] | null>(null);
  const open = (task: Task) => {
    const openForm = () => {
      dispatch(menuClosed());
      navigate(editPath(titleAt(location.pathname) ?? task.taskList, task.taskId));
    };
    const choose = (change: RuleChange) => {
      close();
      dispatch(taskRepeatRequested(task, change));
    };
    const state = store.getState();
    const calendar = { today: selectToday(state), weekStart: selectFirstDayOfWeek(state) };
    const ending = { name: 'Doesn’t repeat', key: 'n', run: () => choose({ repeat: null }) };
    if (task.doneAt !== null) return openForm();
    setItems([
      ...repeatChoices(task, calendar).map(({ requested, ...item }) => ({
        ...item,
        run: () => choose(requested),
      })),
      { name: 'Custom…', key: 'c', run: openForm, isLast: true },
      ...(task.repeat ? [ending] : []),
    ]);
  };
  return [items, open] as const;
}

/** Positions the menu beside the element that opened it, focuses it, and reports when the user leaves it. */
function usePlaced(
  box: RefObject<HTMLDivElement | null>,
  anchor: () => Element | null,
  content: unknown,
  onLeave: (event: Event) => void,
) {
  const placedAt = useRef<number>(undefined);
  const topNow = () => anchor()?.getBoundingClientRect().top;
  useLayoutEffect(() => {
    placeBeside(box.current!, anchor());
    placedAt.current = topNow();
    box.current!.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- placed once for what is shown: it closes when something moves
  }, [content]);
  const leave = useEffectEvent((event: Event) => {
    const target = event.target as Node;
    // The event of a scroll by the key before comes once the menu is open.
    const isOver = event.type === 'scroll' && (!target.contains(anchor()) || topNow() === placedAt.current);
    if (isOver) return;
    if (!box.current?.contains(target) && !anchor()?.contains(target)) onLeave(event);
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = (event: Event) => leave(event);
    for (const name of ['pointerdown', 'scroll', 'resize'])
      addEventListener(name, listen, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
}

const Items = ({ items }: { items: readonly Item[] }) =>
  items.map(({ name, key, run, isLast }) => (
    <button
      key={key}
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-keyshortcuts={key}
      data-last={isLast || undefined}
      onClick={run}
    >
      <span>{name}</span>
      <kbd aria-hidden>{key.toUpperCase()}</kbd>
    </button>
  ));

/** Letters choose items and arrow keys move; other letters are ignored while the menu is open. */
function pressInMenu(
  event: KeyboardEvent<HTMLElement>,
  items: readonly Item[],
  type: ReturnType<typeof useTypedChoice>,
): boolean {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
  if (ctrlKey || metaKey || altKey) return false;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (key.length === 1) return type(event, item => buttons[items.indexOf(item)]?.focus());
  if (to !== undefined) buttons.at(to % buttons.length)!.focus();
  return to !== undefined;
}
