import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { GripVertical, X } from 'lucide-react';
import { Icon } from '../Icon';
import { isComposing } from '../input/composing';
import { afterPress } from '../input/pressing';
import { say } from '../input/saying';
import {
  countSubtasks,
  linesOf,
  withoutSubtask,
  withSubtaskMoved,
  withSubtaskNamed,
  withSubtasks,
  withTick,
} from '../../lib/text/subtasks';
import { trimmed } from '../../lib/text/visible';
import { SubtaskBox, SubtaskList } from './SubtaskList';
import styles from './SubtaskList.module.css';

const load = () => import(/* webpackChunkName: "drag" */ '../input/pointerDrag');
let drag: Awaited<ReturnType<typeof load>> | undefined;

/** Moves a row by its handle. While it is dragged, the others make way. */
function useHandles(onMove: (from: number, to: number) => void) {
  const [moved, setMoved] = useState<{ from: number; to: number } | null>(null);
  useEffect(
    () =>
      void load().then(
        code => (drag = code),
        () => undefined, // without the network there are still the keys
      ),
    [],
  );
  const press = ({ nativeEvent, currentTarget }: PointerEvent<HTMLElement>, from: number) => {
    const row = currentTarget.closest('li')!;
    const list = row.parentElement!;
    let to = from;
    drag?.dragByPointer(nativeEvent, row, {
      onStart: () => true,
      onMove({ y }) {
        const others = [...list.children].filter((_, index) => index !== to);
        to = others.filter(other => {
          const { top, bottom } = other.getBoundingClientRect();
          return (top + bottom) / 2 < y;
        }).length;
        setMoved({ from, to });
      },
      onEnd(isDrop) {
        setMoved(null);
        if (isDrop && to !== from) onMove(from, to);
      },
    });
  };
  return { moved, press };
}

/** The index of a subtask, or the field for a new one. */
type Place = number | 'new';
/** The text that is being typed, where, and the description before that. */
type Typed = { place: Place; words: string; before: string };

type Keys = {
  description: string;
  /** Called with every new description, also while a subtask is typed. */
  onType: (description: string) => void;
  /** Called when a subtask of the description `before` was changed, and is not being typed any more. */
  onChange?: (description: string, before: string) => void;
};

type Props = Keys & {
  /** The field for a new subtask. */
  adding: RefObject<HTMLTextAreaElement | null>;
  /** Shown beside the count. */
  children: ReactNode;
};

/**
 * The subtasks of a description, to be ticked, added, renamed, moved and removed. Text typed there is at once part of the
 * description, and so of the draft; Enter ends it, and opens a field for the next subtask.
 */
export function SubtasksField({ adding, children, ...keys }: Props) {
  const { description } = keys;
  const { group, typed, below, current, keysOf, type, change, leave } = useSubtaskKeys(keys);
  const { moved, press } = useHandles((from, to) => change(withSubtaskMoved(description, from, to)));
  const { ticked, all } = countSubtasks(current);
  const field = (place: Place, text: string) => ({
    'data-place': place,
    value: typed?.place === place ? typed.words : text,
    onChange: ({ target }: { target: HTMLTextAreaElement }) => type(place, target.value),
    onKeyDown: keysOf(place),
    onBlur: leave,
  });
  const newField = (
    <Words
      {...field('new', '')}
      ref={adding}
      className={styles.add}
      placeholder="Add a subtask"
      aria-label="Add a subtask"
      enterKeyHint="done"
    />
  );
  return (
    <div ref={group} className={styles.field} role="group" aria-label="Subtasks" tabIndex={-1}>
      {all > 0 && (
        <p className={styles.count}>
          <span>{`${ticked} of ${all}`}</span> {children}
        </p>
      )}
      <SubtaskList
        label="Subtasks in this form"
        description={moved ? withSubtaskMoved(current, moved.from, moved.to) : current}
      >
        {({ text, at, isTicked }, index) => (
          <li key={index} data-moved={moved?.to === index || undefined}>
            <div className={styles.subtask}>
              <SubtaskBox
                at={at}
                isTicked={isTicked}
                name={text}
                onTick={(mark, isNow) => change(withTick(description, mark, isNow))}
              />
              <Words
                {...field(index, text)}
                className={styles.words}
                aria-label={`Subtask ${index + 1}`}
                data-ticked={isTicked || undefined}
                enterKeyHint="next"
              />
              <span
                className={styles.handle}
                onPointerDown={event => press(event, index)}
                data-handle
                aria-hidden
              >
                <Icon of={GripVertical} size={18} />
              </span>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove: ${trimmed(text) || '(empty)'}`}
                title="Remove"
                tabIndex={-1} // by keys, Backspace in the emptied field
                onClick={() => {
                  group.current!.focus();
                  change(withoutSubtask(description, index));
                }}
              >
                <Icon of={X} size={18} />
              </button>
            </div>
            {below === index && newField}
          </li>
        )}
      </SubtaskList>
      {below === null && <div>{newField}</div>}
    </div>
  );
}

const Words = (props: ComponentProps<'textarea'>) => (
  <textarea {...props} rows={1} autoComplete="off" dir="auto" />
);

/** The group of the fields, and a function that moves the focus to one of them once it is rendered. */
function useFocusAt() {
  const group = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ place: Place } | null>(null);
  useLayoutEffect(() => {
    if (!focus) return;
    const field = group.current!.querySelector<HTMLTextAreaElement>(`[data-place="${focus.place}"]`);
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [focus]);
  return [group, (place: Place) => setFocus({ place })] as const;
}

/** The typed text, its keys, and where the focus goes. `below` is the subtask under which a new one is typed; null: the last. */
function useSubtaskKeys({ description, onType, onChange }: Keys) {
  const [group, focusAt] = useFocusAt();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [below, setBelow] = useState<number | null>(null);
  const current = typed?.place === 'new' ? typed.before : description;
  const count = countSubtasks(current).all;

  /** Ends what is typed with this description, and moves the focus. */
  const change = (next: string, place?: Place) => {
    setTyped(null);
    if (place !== undefined) focusAt(place);
    const before = typed?.before ?? description;
    if (next !== description) onType(next);
    if (next !== before) onChange?.(next, before);
  };

  const type = (place: Place, words: string) => {
    const before = typed?.place === place ? typed.before : description;
    const next =
      place === 'new'
        ? withSubtasks(before, words, below ?? undefined)
        : withSubtaskNamed(before, place, words);
    if (words.includes('\n')) {
      setTyped(null);
      if (place === 'new' && below !== null) setBelow(below + countSubtasks(next).all - count);
      focusAt(place);
      onChange?.(next, before);
    } else setTyped(words === '' && next === before ? null : { place, words, before });
    if (next !== description) onType(next);
  };

  /** Ends the text; a new one is typed below it. */
  const goOn = (place: Place) => {
    const isAdded = typed !== null && description !== typed.before;
    if (place !== 'new') setBelow(place === count - 1 ? null : place);
    else if (isAdded && below !== null) setBelow(below + 1);
    change(description, 'new');
  };

  const remove = (place: Place) => {
    const above = place === 'new' ? (below ?? count - 1) : place - 1;
    const next = place === 'new' ? description : withoutSubtask(description, place);
    setBelow(null);
    change(next, above < 0 ? (place === 'new' || count === 1 ? 'new' : 0) : above);
  };

  const move = (place: number, by: number) => {
    const to = place + by;
    if (to < 0 || to >= count) return;
    change(withSubtaskMoved(description, place, to), to);
    const words = linesOf(description).filter(({ box }) => box)[place]!.text;
    say(`${trimmed(words)}, ${to + 1} of ${count}`);
  };

  const keysOf = (place: Place) => (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget, nativeEvent } = event;
    const isPlain = !(altKey || ctrlKey || metaKey || shiftKey);
    if (isComposing(nativeEvent)) return;
    if (key === 'Enter' && !ctrlKey && !metaKey) goOn(place);
    else if (key === 'Backspace' && isPlain && currentTarget.value === '') remove(place);
    else if (key === 'Escape' && typed) {
      setTyped(null);
      if (description !== typed.before) onType(typed.before);
    } else if (/^Arrow(Up|Down)$/.test(key) && altKey && !(ctrlKey || metaKey || shiftKey)) {
      if (place !== 'new') move(place, key === 'ArrowUp' ? -1 : 1);
    } else return;
    event.preventDefault();
  };

  /** The text stays in the form, as an unsaved change that Discard reverts. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (document.activeElement === currentTarget) return; // the window lost the focus
    afterPress(() => {
      setTyped(null);
      if ((relatedTarget as HTMLElement | null)?.dataset['place'] !== 'new') setBelow(null);
    });
  };

  return { group, typed, below, current, keysOf, type, change, leave };
}
