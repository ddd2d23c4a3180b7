import { nanoid, type UnknownAction } from '@reduxjs/toolkit';
import { useAppDispatch } from '../hooks';
import { requestChange, type Change, type RequestOptions } from '../sync/operations';
import type { Others } from '../sync/records/others';
import { withoutMarks } from '../lib/text/subtasks';
import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import styles from './SyncNotice.module.css';

type Props = {
  others: Others | undefined;
  /** The other device's values by field label. */
  differences: readonly (readonly [label: string, text: string])[];
  /** Requests an edit to these values. */
  take: (options: RequestOptions) => UnknownAction;
  /** The change that removes the notice. */
  dismissal: Change;
  onDelete: () => void;
};

/** A short excerpt that distinguishes a text. */
const EXCERPT_CHARACTERS = 80;
const excerpt = (text: string) => {
  const words = withoutMarks(text);
  return words.length > EXCERPT_CHARACTERS ? `${words.slice(0, EXCERPT_CHARACTERS)}…` : words;
};

/** A form's notice that another device changed or deleted the same item. It needs no answer. */
export function OthersNotice({ others, differences, take, dismissal, onDelete }: Props) {
  const dispatch = useAppDispatch();
  if (!others) return null;
  const takeTheirs = () => {
    const id = nanoid();
    dispatch(take({ id }));
    dispatch(requestChange(dismissal, { changeId: id }));
  };
  const words = differences.map(([label, text]) => `${label} “${excerpt(text)}”`).join(', ');
  return (
    <Notice kind="status">
      {others.isBack && <p>Deleted on another device, but kept because you changed it.</p>}
      {words && <p>{`Another device had ${words}. It is in the trash for 30 days.`}</p>}
      <div className={styles.actions}>
        {words && <TextButton onClick={takeTheirs}>Take theirs</TextButton>}
        {others.isBack && <TextButton onClick={onDelete}>Delete again</TextButton>}
        <TextButton onClick={() => dispatch(requestChange(dismissal))}>Dismiss</TextButton>
      </div>
    </Notice>
  );
}
