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

/**
 * True once forms can begin: this tab's drafts have been read, or cannot be. A form that began earlier would be filled
 * in later.
 */
export function useAreDraftsRead(): boolean {
  const service = useContext(DraftsContext);
  const userId = useUserId();
  const [isTried, setIsTried] = useReducer(() => true, false);
  const isRead = service === null || isTried || service.isOpen(userId);
  useLayoutEffect(() => {
    if (!isRead) void service!.open(userId).then(setIsTried);
  }, [isRead, service, userId]);
  return isRead;
}

/** This tab's current draft of a form, read once at the first render. */
export function useOwnDraft(form: string): FormDraft | null {
  const service = useContext(DraftsContext);
  const userId = useUserId();
  return useState(() => service?.own(userId, form) ?? null)[0];
}

/**
 * The draft of one of the user's forms. `restored`: this tab's draft, else the newest one of a closed tab. `keep`
 * stores a change (null: submitted). `submit` keeps the draft until its operation is stored. `others`: drafts of other
 * tabs. `failure`: why nothing is stored.
 */
export function useDraft(form: string, isDraft: (kept: FormDraft) => boolean) {
  const service = useContext(DraftsContext);
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
    // In strict mode the second mount finds that the draft is already taken.
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
    failure,
    /** True if the text is restored when the form is opened again. */
    isKept: service !== null && failure === null,
  };
}
