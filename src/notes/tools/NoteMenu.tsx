import { use, useState } from 'react';
import { useAppDispatch } from '../../hooks';
import { useBackCloses } from '../../components/hooks/useBackCloses';
import { Menu, type Point } from '../../components/menu/Menu';
import type { Item } from '../../components/menu/typedChoice';
import { useWordsItems } from '../../drafts/useWordsItems';
import { countSubtasks, withSubtasksOrNone } from '../../lib/text/subtasks';
import { isBlank } from '../../lib/text/visible';
import { fieldsOf, type Note } from '../note';
import { noteDeleteRequested, noteLookRequested, noteSaveRequested } from '../noteKinds';
import { nameOf } from '../wall/arranging/moving';
import styles from './CardTools.module.css';
import { paperNameOf } from './paper';
import { Papers } from './Papers';
import { TagsOfNote } from './tagsOfNote';
import { useLookChoice } from './useLookChoice';

type Props = { note: Note; at: Point | undefined; onOpen: (note: string) => void; onClose: () => void };

/** The menu of a note's card. */
export function NoteMenu({ note, at, onOpen, onClose }: Props) {
  const dispatch = useAppDispatch();
  const { chosen, choose } = useLookChoice(note);
  useBackCloses(true, onClose);
  const { notesFireId: fireId, noteTitle, noteDescription, isPinned } = note;
  const card = (part: string) => document.querySelector<HTMLElement>(`[data-card="${fireId}"] ${part}`);
  const close = () => {
    onClose();
    card('[data-note]')?.focus();
  };
  const { turnInto, copy } = useWordsItems(close);
  const item = (name: string, key: string, act: () => unknown, isApart = false): Item => ({
    ...{ name, key, isApart },
    run() {
      close();
      act();
    },
  });
  const toggleSubtasks = () => {
    const base = fieldsOf(note);
    const fields = { ...base, noteDescription: withSubtasksOrNone(noteDescription) };
    dispatch(noteSaveRequested({ fireId, base, fields }));
  };
  const [isForTags, setIsForTags] = useState(false);
  const renderTags = use(TagsOfNote);
  if (isForTags && renderTags) return renderTags({ note, about: nameOf(note), onClose: close });
  const words = { title: noteTitle, text: noteDescription };
  const has = countSubtasks(noteDescription).all > 0;
  return (
    <Menu
      label={`Menu of “${nameOf(note)}”`}
      title={nameOf(note)}
      items={[
        item('Open', '', () => onOpen(fireId)),
        item(isPinned ? 'Unpin' : 'Pin', 'p', () =>
          dispatch(noteLookRequested(note, { isPinned: !isPinned })),
        ),
        ...(isBlank(noteDescription)
          ? []
          : [item(has ? 'Make subtasks lines' : 'Make lines subtasks', 's', toggleSubtasks)]),
        ...(renderTags ? [{ name: 'Tags', key: 'g', run: () => setIsForTags(true) }] : []),
        { ...turnInto('task', words), isApart: true },
        copy([words]),
        item('Delete', 'Delete', () => dispatch(noteDeleteRequested(note)), true),
      ]}
      anchor={() => card('[data-note-menu]') ?? card('[data-note]')}
      at={at}
      onClose={isLeft => (isLeft ? onClose() : close())}
    >
      <div className={styles.ofMenu}>
        <Papers
          paper={paperNameOf({ ...note, ...chosen })}
          onChoose={(colour, isPassing) => choose({ colour }, isPassing)}
        />
      </div>
    </Menu>
  );
}
