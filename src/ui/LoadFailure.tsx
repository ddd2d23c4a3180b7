import { useEffect, useState, type ReactNode } from 'react';
import type { Failure } from '../sync/records/list/recordState';
import { AtFoot } from '../components/AtFoot';
import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';

/** Milliseconds in which the live connection may bring a list that could not be read, before that is said over its rows. */
const RETRY_TIMEOUT_MS = 3000;

type Props = {
  what: 'tasks' | 'notes' | 'trash';
  failure: Failure | null;
  /** True when the list is shown as it was last known: the message then stands at the foot of the page and moves nothing. */
  isShown: boolean;
  onRetry: () => void;
  /** The class of the message when it stands in the list's place. */
  className?: string;
};

/**
 * Says that a list could not be loaded, with Retry. Offline that is no failure: nothing is said over what is shown, because
 * the status line says it, and in the place of a list it is said quietly.
 */
export function LoadFailure({ what, failure, isShown, onRetry, className }: Props) {
  const isOffline = failure?.code === 'network';
  const retry = <TextButton onClick={onRetry}>Retry</TextButton>;
  if (isShown && isOffline) return null;
  if (isOffline)
    return (
      <div className={className}>
        <Notice kind="status">
          Your {what} can’t be loaded while you are offline. {retry}
        </Notice>
      </div>
    );
  const reason = failure?.message ?? '';
  const notice = (
    <Notice kind="failure" isOver={isShown}>
      Your {what} could not be loaded. {/\w$/.test(reason) ? `${reason}.` : reason} {retry}
    </Notice>
  );
  return isShown ? <Later>{notice}</Later> : <div className={className}>{notice}</div>;
}

function Later({ children }: { children: ReactNode }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsLate, RETRY_TIMEOUT_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return isLate && <AtFoot>{children}</AtFoot>;
}
