import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAppSelector } from '../app/hooks';
import { selectUser } from '../auth/authSlice';
import type { FormDraft, OtherDraft } from '../services/device';
import { DraftsContext } from './draftsContext';

/** At most this long after a keystroke a draft is on its way to the disk, in milliseconds. */
const PAUSE = 150;
const NONE: readonly OtherDraft[] = [];
const never = () => () => undefined;

const useUserId = () => useAppSelector(selectUser)?.id ?? '';

/** True once a form can begin: this tab's drafts are read, or can't be. A form that began before would be filled later. */
export function useAreDraftsRead(): boolean {
  const later = useContext(DraftsContext);
  const userId = useUserId();
  const [isTried, setIsTried] = useReducer(() => true, false);
  const isRead = later === null || isTried || (later.service?.isOpen(userId) ?? false);
  useLayoutEffect(() => {
    if (!isRead) void later!.open(userId).then(setIsTried);
  }, [isRead, later, userId]);
  return isRead;
}

/** This tab's draft of a form as it is kept now, read once when the component first renders. */
export function useOwnDraft(form: string): FormDraft | null {
  const service = useContext(DraftsContext)?.service;
  const userId = useUserId();
  return useState(() => service?.own(userId, form) ?? null)[0];
}

/**
 * The draft of one form of the signed-in user. `restored` is what the form opens with: this tab's draft, or else the
 * newest of a tab that is closed. `keep` is told every change (null: nothing is unsubmitted any more), `submit` what was
 * submitted by which operation: that goes when the operation is on the disk. Leaving the form or the page in any way
 * writes what is pending. `others` are the drafts of other tabs, `failure` why what is typed is not kept.
 */
export function useDraft(form: string, isDraft: (kept: FormDraft) => boolean) {
  const later = useContext(DraftsContext);
  const service = later?.service ?? null;
  const current = useUserId();
  const [userId] = useState(current);
  const [adopted] = useState(() => {
    if (!service || service.own(userId, form)) return null;
    return service.others(userId, form).find(other => !other.isTabOpen && isDraft(other)) ?? null;
  });
  const [restored] = useState(() => {
    const kept = adopted ?? service?.own(userId, form) ?? null;
    return kept && isDraft(kept) ? kept : null;
  });
  const follow = service?.follow ?? never;
  const others = useSyncExternalStore(follow, () => service?.others(userId, form) ?? NONE);
  const failure = useSyncExternalStore(follow, () => service?.failure() ?? null);
  const pending = useRef<{ draft: FormDraft | null; timer: number } | null>(null);

  const flush = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    service?.write(userId, form, pending.current.draft);
    pending.current = null;
  }, [service, userId, form]);

  const keep = useCallback(
    (draft: FormDraft | null) => {
      pending.current = { draft, timer: pending.current?.timer ?? window.setTimeout(flush, PAUSE) };
    },
    [flush],
  );

  useEffect(() => {
    // A second mount of the same form, as in strict mode, finds it taken.
    if (adopted && service?.others(userId, form).includes(adopted)) service.take(userId, form, adopted);
    void service?.refresh(userId);
  }, [service, userId, form, adopted]);

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);

  return {
    restored,
    keep,
    submit(draft: FormDraft, operationId: string) {
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = null;
      service?.submit(userId, form, draft, operationId);
    },
    others: others.filter(isDraft),
    take(other: OtherDraft) {
      flush();
      service?.take(userId, form, other);
    },
    discard: (other: OtherDraft) => service?.discard(userId, form, other),
    failure: later && !service ? 'broken' : failure,
    /** What is typed is there again when the form is opened the next time. */
    isKept: service !== null && failure === null,
  };
}
