import { AtFoot } from './AtFoot';
import { TextButton } from './Button';
import { Notice } from './Notice';

type Props = {
  what: 'tasks' | 'notes' | 'trash';
  reason: string | undefined;
  /** True when a part of the list is shown: the message then goes to the foot of the page and moves nothing. */
  isShown: boolean;
  onRetry: () => void;
  /** The class of the message when it stands in the list's place. */
  className?: string;
};

/** Says that a list could not be loaded, with Retry. */
export function LoadFailure({ what, reason = '', isShown, onRetry, className }: Props) {
  const notice = (
    <Notice kind="failure" isOver={isShown}>
      Your {what} could not be loaded. {/\w$/.test(reason) ? `${reason}.` : reason}{' '}
      <TextButton onClick={onRetry}>Retry</TextButton>
    </Notice>
  );
  return isShown ? <AtFoot>{notice}</AtFoot> : <div className={className}>{notice}</div>;
}
