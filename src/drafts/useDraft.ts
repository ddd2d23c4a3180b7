import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAppSelector } from '../hooks';
import { selectUser } from '../auth/authSlice';
import type { FormDraft, OtherDraft } from '../services/device';
import { DraftsContext } from './draftsContext';

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
 * The draft of one form of the signed-in user. `restored`: this tab's draft, else a closed tab's newest. `keep` takes
 * every change (null: all is submitted), `submit` the operation behind which the draft goes. `others`: drafts
 * of other tabs. `failure`: why nothing is kept.
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
  const keep = useCallback(
    (draft: FormDraft | null) => service?.write(userId, form, draft),
    [service, userId, form],
  );

  useEffect(() => {
    // A second mount of the same form, as in strict mode, finds it taken.
    if (adopted && service?.others(userId, form).includes(adopted)) service.take(userId, form, adopted);
    void service?.refresh(userId);
  }, [service, userId, form, adopted]);

  useEffect(() => () => service?.leave(userId, form), [service, userId, form]);

  return {
    restored,
    keep,
    submit: (draft: FormDraft, operationId: string) => service?.submit(userId, form, draft, operationId),
    others: others.filter(isDraft),
    take: (other: OtherDraft) => service?.take(userId, form, other),
    discard: (other: OtherDraft) => service?.discard(userId, form, other),
    failure: later && !service ? 'broken' : failure,
    /** Typed text is there again when the form is opened the next time. */
    isKept: service !== null && failure === null,
  };
}
