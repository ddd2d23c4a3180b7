import { TextButton } from './Button';
import { Notice } from './messages/Notice';

type Props = { canKeep: boolean; onKeep: () => void; onDiscard: () => void };

/** Shown over a form with unsaved text whose item was deleted on another device. */
export const DeletedLine = ({ canKeep, onKeep, onDiscard }: Props) => (
  <Notice kind="failure">
    It was deleted on another device{' '}
    <TextButton disabled={!canKeep} onClick={onKeep}>
      Keep as new
    </TextButton>{' '}
    <TextButton onClick={onDiscard}>Discard</TextButton>
  </Notice>
);
