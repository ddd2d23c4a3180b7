import { flushSync } from 'react-dom';
import { useAppDispatch } from '../hooks';
import { selectionEnded } from '../tasks/selecting/selectionSlice';
import { manyRequested } from '../tasks/selecting/manyTasks';
import type { Task } from '../tasks/task';
import { TagsDialog } from './TagsDialog';

type Props = { tasks: readonly Task[]; about: string; onClose: () => void };

/** Adds tags to tasks and takes them out, as one step. */
export default function TagsOfTasks({ tasks, about, onClose }: Props) {
  const dispatch = useAppDispatch();
  return (
    <TagsDialog
      about={about}
      lines={tasks.map(({ taskName }) => taskName)}
      onClose={onClose}
      onSet={change => {
        // Deferred: rows do not move the focus under an open dialog.
        flushSync(onClose);
        const taskIds = tasks.map(({ taskId }) => taskId);
        dispatch(manyRequested(taskIds, { type: 'tags', ...change }));
        dispatch(selectionEnded());
      }}
    />
  );
}
