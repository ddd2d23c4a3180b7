import { AtFoot } from './AtFoot';
import { TextButton } from './Button';
import { Notice } from './Notice';

type Props = {
  what: 'tasks' | 'notes' | 'trash';
  reason: string | undefined;
  /** Some of it is shown all the same, and stays where it is: the words go to the foot of the page. */
  isShown: boolean;
  onRetry: () => void;
  /** Of the place where it would have been. */
  className?: string;
};

/** What could not be read. */
export function LoadFailure({ what, reason = '', isShown, onRetry, className }: Props) {
  const notice = (
    <Notice kind="failure" isOver={isShown}>
      Your {what} could not be loaded. {/\w$/.test(reason) ? `${reason}.` : reason}{' '}
      <TextButton onClick={onRetry}>Retry</TextButton>
    </Notice>
  );
  return isShown ? <AtFoot>{notice}</AtFoot> : <div className={className}>{notice}</div>;
}
