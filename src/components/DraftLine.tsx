import { TextButton } from './Button';
import { Notice } from './Notice';

/** Says that a form opened with the words of last time, and offers to be rid of them. */
export const DraftLine = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice kind="status">
    Draft restored <TextButton onClick={onDiscard}>Discard</TextButton>
  </Notice>
);
