import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAppSelector } from '../hooks';
import { selectUser } from '../auth/authSlice';
import type { DraftService, FormDraft, OtherDraft } from '../services/device';

/** The device's drafts. With null, forms store nothing. */
export const DraftsContext = createContext<DraftService | null>(null);

/** The stored draft of a form. */
export type OwnDraft = FormDraft;

const NONE: readonly OtherDraft[] = [];
const never = () => () => undefined;
const useUserId = () => useAppSelector(selectUser)?.id ?? '';

/** True once forms can begin: it is known whether drafts of other tabs are those of closed ones. Mostly at once. */
export function useAreDraftsRead(): boolean {
  const service = useContext(DraftsContext);
  const userId = useUserId();
  return useSyncExternalStore(service?.follow ?? never, () => service?.isReady(userId) ?? true);
}

/** This tab's current draft of a form, read once at the first render. */
export function useOwnDraft(form: string): FormDraft | null {
  const service = useContext(DraftsContext);
  const userId = useUserId();
  return useState(() => service?.own(userId, form) ?? null)[0];
}

/**
 * The draft of one of the user's forms. `restored`: this tab's draft, else the newest one of a closed tab. `keep`
 * stores a change (null: submitted or discarded). `others`: drafts of other tabs. `failure`: why nothing is stored.
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
    service?.refresh();
  }, [service, userId, form, adopted]);

  useEffect(() => () => service?.leave(userId, form), [service, userId, form]);

  return {
    restored,
    keep,
    others: others.filter(isDraft),
    take: (other: OtherDraft) => service?.take(userId, form, other),
    discard: (other: OtherDraft) => service?.discard(userId, form, other),
    failure,
    /** True if the text is restored when the form is opened again. */
    isKept: service !== null && failure === null,
  };
}

const lineDraft = (text: string): FormDraft => ({ base: { text: '' }, values: { text } });
const isLineDraft = ({ values }: FormDraft) => typeof values.text === 'string';

/** Stores a line's text as a draft. */
export function useLineDraft(form: string, text: string) {
  const { restored, keep, failure } = useDraft(form, isLineDraft);
  const isBegun = useRef(false);
  useEffect(() => {
    // The line is filled with its draft after its first render.
    if (isBegun.current || text !== '') keep(text === '' ? null : lineDraft(text));
    isBegun.current = true;
  }, [keep, text]);
  return {
    /** The initial text of the line. */
    restored: useState(restored?.values.text ?? '')[0],
    /** Forgets the text in the turn in which its operation is requested. */
    submit: () => keep(null),
    /** Why the text cannot be stored; null while it can, or while there is none. */
    failure: text === '' ? null : failure,
  };
}
