import { TextButton } from './Button';
import { Notice } from './Notice';

type Props = { what: 'tasks' | 'notes' | 'trash'; reason: string | undefined; onRetry: () => void };

/** What could not be read, where it would have been. */
export const LoadFailure = ({ what, reason = '', onRetry }: Props) => (
  <Notice kind="failure">
    Your {what} could not be loaded. {/\w$/.test(reason) ? `${reason}.` : reason}{' '}
    <TextButton onClick={onRetry}>Retry</TextButton>
  </Notice>
);
