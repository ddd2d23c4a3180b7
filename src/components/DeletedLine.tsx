import { TextButton } from './Button';
import { Notice } from './messages/Notice';

type Props = { canKeep: boolean; onKeep: () => void; onDiscard: () => void };

/** Said over words that were typed into a form whose item another device deleted meanwhile. */
export const DeletedLine = ({ canKeep, onKeep, onDiscard }: Props) => (
  <Notice kind="failure">
    It was deleted elsewhere{' '}
    <TextButton disabled={!canKeep} onClick={onKeep}>
      Keep as new
    </TextButton>{' '}
    <TextButton onClick={onDiscard}>Discard</TextButton>
  </Notice>
);
