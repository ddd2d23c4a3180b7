import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppStore } from '../../hooks';
import { editPath } from '../../routes';
import { useAddress } from '../../components/hooks/useAddress';
import { chunk } from '../../components/chunk';
import { Menu } from '../../components/menu/Menu';
import type { Item } from '../../components/menu/typedChoice';
import { useWordsItems } from '../../drafts/useWordsItems';
import { idsOn } from '../../lib/days/calendar';
import { nextWeekStart } from '../../lib/days/nextWeek';
import { UNDATED, dayPlus, type Day } from '../../lib/days/days';
import { inAnHour, laterToday, thisEvening, type Soon } from '../../lib/days/soon';
import { repeatChoices } from '../../repeats/form/repeatChoices';
import type { RuleChange } from '../../repeats/repeat';
import { selectSettings } from '../../settings/settingsSlice';
import { selectFirstDayOfWeek, selectNextWeekDay } from '../../settings/weekSelectors';
import type { ManyChange } from '../../tasks/selecting/manyTasks';
import type { OpenMenu } from '../../tasks/selecting/selected';
import {
  menuClosed,
  menuOpened,
  renameStarted,
  selectionToggled,
} from '../../tasks/selecting/selectionSlice';
import type { FormState } from '../../components/subtasks/DescriptionField';
import { shownDay, type Task } from '../../tasks/task';
import { taskRepeatRequested, taskSkipRequested } from '../../tasks/taskActions';
import { selectTask, type TasksRoot } from '../../tasks/tasksSelectors';
import { selectToday } from '../../ui/uiSlice';
import { wouldChange } from '../changeOf';
import { moveRows, wordsOf } from '../order/moveRows';
import { requestMany, selectSelectedIds } from '../requestMany';
import { linkOf, titleAt } from '../rows';

const TagsOfTasks = chunk(() => import(/* webpackChunkName: "tags" */ '../../tags/TagsOfTasks'));

type Move = Extract<ManyChange, { type: 'move' }>['to'];

/** A destination for tasks in the menu; `key` is its shortcut. */
type Choice = { name: string; key: string; to: Move };

/** The destinations for tasks. `firstDayOfWeek` is 0 (Sunday) to 6. */
const daysFrom = (today: Day, firstDayOfWeek: number): Choice[] => [
  { name: 'Today', key: 't', to: { taskDueDay: today } },
  { name: 'Tomorrow', key: 'o', to: { taskDueDay: dayPlus(today, 1) } },
  { name: 'Next week', key: 'n', to: { taskDueDay: nextWeekStart(today, firstDayOfWeek) } },
];
/** A time for tasks in the menu; null where the day has none left. */
type TimeChoice = { name: string; key: string; soon: Soon | null };
const timesFrom = (today: Day, now: string): TimeChoice[] => [
  { name: 'Later today', key: 'l', soon: laterToday(today, now) },
  { name: 'In an hour', key: 'i', soon: inAnHour(today, now) },
  { name: 'This evening', key: 'v', soon: thisEvening(today, now) },
];
const NO_TIME = { name: 'No time', key: 'x' };
const NO_DATE: Choice = { name: 'No date', key: 'u', to: { taskDueDay: null } };
const LISTS: readonly Choice[] = [
  { name: 'Move to Personal', key: 'e', to: { taskList: 'personal' } },
  { name: 'Move to Work', key: 'w', to: { taskList: 'work' } },
];

/** Words for days that the menu does not offer: no letter of them is a choice. */
const OTHER_DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Someday Upcoming'
  .split(' ')
  .map(name => ({ name, key: '' }));

type Props = { menu: OpenMenu };

/** The menu of a task or of the selection. */
export function TaskMenu({ menu: { taskId, at, time } }: Props) {
  const store = useAppStore();
  const state = store.getState();
  const [taskIds] = useState(() => (taskId === null ? selectSelectedIds(state) : [taskId]));
  const tasks = taskIds.flatMap(taskId => selectTask(state, taskId) ?? []);
  const [first] = tasks;
  const { dismiss, close } = useClosing(taskId);
  const [repeats, openRepeats] = useRepeats(close);
  const [isForTags, setIsForTags] = useState(false);
  const itemsOf = useItems(taskIds, close, () => setIsForTags(true));
  if (!first) return null;
  if (isForTags) return <TagsOfTasks tasks={tasks} about={wordsOf(tasks)} onClose={close} />;
  const days = daysFrom(selectToday(state), selectNextWeekDay(state));
  const times = timesFrom(selectToday(state), time);
  const words = wordsOf(tasks);
  return (
    <Menu
      label={`${repeats ? 'Repeats' : 'Menu'} of ${words}`}
      title={words}
      items={repeats ?? itemsOf(tasks, { days, times }, taskId === null ? null : () => openRepeats(first))}
      otherNames={repeats ? [] : [...days, NO_DATE, ...times, NO_TIME, ...LISTS, ...OTHER_DAYS]}
      anchor={() => anchorOf(taskId)}
      at={at}
      onClose={isLeft => (isLeft ? dismiss() : close())}
    />
  );
}

const BAR_BUTTON = '[data-move-selection]';
const anchorOf = (taskId: number | null) =>
  document.querySelector(taskId === null ? BAR_BUTTON : `[data-move="${taskId}"]`) ??
  (taskId === null ? null : linkOf(taskId));

/** Closes the menu; `close` also returns the focus to the element that had it, else to the row or the bar. */
function useClosing(taskId: number | null) {
  const dispatch = useAppDispatch();
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  const dismiss = () => void dispatch(menuClosed());
  const close = () => {
    dismiss();
    const row = taskId === null ? document.querySelector<HTMLElement>(BAR_BUTTON) : linkOf(taskId);
    (opener?.isConnected && opener !== document.body ? opener : row)?.focus();
  };
  return { dismiss, close };
}

/** Whether a move would change at least one task. */
const changesAny = (tasks: readonly Task[], to: Move) => tasks.some(task => wouldChange(task, to));

const isFirstOfDay = ({ tasks: { days } }: TasksRoot, task: Task) =>
  idsOn(days.open, shownDay(task) ?? UNDATED)[0] === task.taskId;

/** Opens the form of a task beside the current list. */
function useOpening() {
  const navigate = useNavigate();
  const address = useAddress();
  return (task: Task, state?: FormState) =>
    void navigate(editPath(titleAt(address) ?? task.taskList, task.taskId), { state });
}

/** The items of the menu: for tasks, and some for a single one (`openRepeats` not null). */
function useItems(taskIds: readonly number[], close: () => void, openTags: () => void) {
  const store = useAppStore();
  const { dispatch } = store;
  const ofOne = useItemsOfOne(close);
  const { turnInto, copy } = useWordsItems(close);
  const change = (what: ManyChange) => {
    dispatch(menuClosed());
    requestMany(dispatch, taskIds, what);
  };
  return (
    tasks: readonly Task[],
    { days, times }: { days: readonly Choice[]; times: readonly TimeChoice[] },
    openRepeats: (() => void) | null,
  ): Item[] => {
    const first = tasks[0]!;
    const one = openRepeats && first;
    const isOpen = tasks.some(({ doneAt }) => doneAt === null);
    const items = (choices: readonly Choice[]) =>
      choices
        .filter(({ to }) => isOpen && changesAny(tasks, to))
        .map(({ to, ...choice }): Item => ({ ...choice, run: () => change({ type: 'move', to }) }));
    const { remind } = selectSettings(store.getState());
    const setTime = (soon: Soon) => change({ type: 'time', ...soon, remind });
    const pickDay = () => {
      close();
      dispatch(menuOpened({ taskId: one && first.taskId, isForDay: true }));
    };
    const toTop = () => {
      close();
      moveRows(store, taskIds, 'top');
    };
    const own = one && ofOne(one, openRepeats!);
    const words = tasks.map(task => ({ title: task.taskName, text: task.taskDescription }));
    return [
      ...(own ? [own.open] : []),
      ...apart([
        ...items(days),
        ...(isOpen ? [{ name: 'Pick a day', key: 'd', run: pickDay }] : []),
        ...items([NO_DATE]),
      ]),
      ...apart([
        ...times.flatMap(({ soon, ...choice }) =>
          soon && isOpen ? [{ ...choice, run: () => setTime(soon) }] : [],
        ),
        ...(isOpen && tasks.some(({ time }) => time !== undefined)
          ? [{ ...NO_TIME, run: () => change({ type: 'time', time: null }) }]
          : []),
      ]),
      ...apart([
        ...items(LISTS),
        { name: 'Tags', key: 'g', run: openTags },
        ...(own ? own.changes : []),
        ...(isOpen && !isFirstOfDay(store.getState(), first)
          ? [{ name: 'Move to the top', key: 'm', run: toTop }]
          : []),
      ]),
      ...apart([...(one ? [turnInto('note', words[0]!)] : []), copy(words), ...(own ? [own.select] : [])]),
      { name: 'Delete', key: 'Delete', run: () => change({ type: 'delete' }), isApart: true },
    ];
  };
}

/** The items with a separator before the first. */
const apart = (items: readonly Item[]): Item[] =>
  items.map((item, at) => (at === 0 ? { ...item, isApart: true } : item));

/** The items for a single task. */
function useItemsOfOne(close: () => void) {
  const dispatch = useAppDispatch();
  const openForm = useOpening();
  return (task: Task, openRepeats: () => void) => {
    const { taskId, repeat, doneAt } = task;
    const item = (name: string, key: string, act: () => void): Item => ({
      ...{ name, key },
      run() {
        close();
        act();
      },
    });
    return {
      open: item('Open', '', () => openForm(task)),
      changes: [
        { name: 'Repeats', key: 'r', run: openRepeats },
        ...(repeat && doneAt === null
          ? [item('Skip this one', 'k', () => dispatch(taskSkipRequested({ ...task, repeat })))]
          : []),
        item('Add a subtask', 'a', () => openForm(task, { isForSubtask: true })),
        { name: 'Rename', key: 'F2', run: () => dispatch(renameStarted(taskId)) },
      ],
      select: item('Select', 's', () => dispatch(selectionToggled(taskId))),
    };
  };
}

/** Submenu with repeats. */
function useRepeats(close: () => void) {
  const dispatch = useAppDispatch();
  const openForm = useOpening();
  const store = useAppStore();
  const [items, setItems] = useState<Item[] | null>(null);
  const open = (task: Task) => {
    const custom = () => {
      dispatch(menuClosed());
      openForm(task);
    };
    const choose = (change: RuleChange) => {
      close();
      dispatch(taskRepeatRequested(task, change));
    };
    const state = store.getState();
    const calendar = { today: selectToday(state), weekStart: selectFirstDayOfWeek(state) };
    if (task.doneAt !== null) return custom();
    setItems([
      ...repeatChoices(task, calendar).map(({ requested, ...item }) => ({
        ...item,
        run: () => choose(requested),
      })),
      { name: 'Custom…', key: 'c', run: custom, isApart: true },
      ...(task.repeat ? [{ name: 'Doesn’t repeat', key: 'n', run: () => choose({ repeat: null }) }] : []),
    ]);
  };
  return [items, open] as const;
}
