import { useEffect, useState, type ReactNode } from 'react';
import type { Failure } from '../sync/records/list/recordState';
import { AtFoot } from '../components/AtFoot';
import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';

/** Milliseconds before a failed read is reported over existing rows: the live connection may still deliver the list. */
const RETRY_TIMEOUT_MS = 3000;

type Props = {
  what: 'tasks' | 'notes' | 'trash';
  failure: Failure | null;
  /** True when the last known list is shown: the message is then at the foot of the page, so that nothing moves. */
  isShown: boolean;
  onRetry: () => void;
  /** The class of the message in the place of a list. */
  className?: string;
};

/**
 * Says that a list could not be loaded, with Retry. Offline this is no failure: over existing rows the status line is
 * enough, and in the place of a list a plain text says it.
 */
export function LoadFailure({ what, failure, isShown, onRetry, className }: Props) {
  const isOffline = failure?.code === 'network';
  const retry = <TextButton onClick={onRetry}>Retry</TextButton>;
  if (isShown && isOffline) return null;
  if (isOffline)
    return (
      <div className={className}>
        <Notice kind="status">
          <span>{`Your ${what} can’t be loaded while you are offline. `}</span>
          {retry}
        </Notice>
      </div>
    );
  const reason = failure?.message ?? '';
  const notice = (
    <Notice kind="failure" isOver={isShown}>
      <span>{`Your ${what} could not be loaded. ${/\w$/.test(reason) ? `${reason}.` : reason} `}</span>
      {retry}
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
