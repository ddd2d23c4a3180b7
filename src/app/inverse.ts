import { select, type Saga } from '../lib/effects';
import type { HistoryStep } from '../services/device';
import { inverseOfNote, type NoteChange } from '../notes/noteOperations';
import { selectNote } from '../notes/notesSelectors';
import { inverseOfTask, isTaskOperation, type TaskChange } from '../tasks/taskOperations';
import { selectTask } from '../tasks/tasksSelectors';
import { inverseOfImport, isTransferOperation, type TransferChange } from '../transfer/transferOperations';

/** What takes a step back, as its feature says. */
export function* inverseOf(step: Omit<HistoryStep, 'id'>): Saga<Omit<HistoryStep, 'id'> | null> {
  if (isTransferOperation(step)) {
    const change = inverseOfImport(step as TransferChange);
    return change && { ...change, lane: step.lane };
  }
  const made = isTaskOperation(step)
    ? inverseOfTask(step as TaskChange, yield* select(selectTask, (step as TaskChange).payload.taskId))
    : inverseOfNote(step as NoteChange, yield* select(selectNote, (step as NoteChange).payload.fireId));
  return made && { ...made, lane: step.lane };
}
