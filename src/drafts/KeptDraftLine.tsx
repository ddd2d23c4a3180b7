import { use } from 'react';
import { selectUser } from '../auth/authSlice';
import { CloseButton, TextButton } from '../components/Button';
import { DraftsContext, type OwnDraft } from './useDraft';
import { useFocusLeft } from '../components/hooks/useFocusLeft';
import { draftKept, selectKeptDraft, type KeptDraft } from '../ui/uiSlice';
import styles from '../components/messages/Toast.module.css';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks';
import { useTimedMessage } from '../components/hooks/useTimedMessage';

type LineProps = {
  kept: KeptDraft;
  holds: object;
  /** Requests the operation that saves a draft, and returns its id. */
  save: (store: ReturnType<typeof useAppStore>, kept: KeptDraft, draft: OwnDraft) => string;
};

/** Says that a closed form has unsaved text, with buttons to save or discard it. */
export function KeptDraftLine({ save }: Pick<LineProps, 'save'>) {
  const dispatch = useAppDispatch();
  const kept = useAppSelector(selectKeptDraft);
  const holds = useTimedMessage(kept, () => dispatch(draftKept(null)));
  return kept && <Line kept={kept} holds={holds} save={save} />;
}

function Line({ kept, holds, save }: LineProps) {
  const store = useAppStore();
  const service = use(DraftsContext);
  const place = useFocusLeft<HTMLDivElement>();
  const { form, isValid } = kept;
  const close = () => store.dispatch(draftKept(null));
  const answer = (act: (userId: string) => void) => () => {
    const user = selectUser(store.getState());
    if (user) act(user.id);
    close();
  };
  const saveKept = answer(userId => {
    const draft = service?.own(userId, form);
    if (draft && save(store, kept, draft)) service!.write(userId, form, null);
  });
  return (
    <div ref={place} className={styles.place} {...holds}>
      <p className={styles.words}>Kept as a draft</p>
      {isValid && <TextButton onClick={saveKept}>Save</TextButton>}
      <TextButton onClick={answer(userId => service?.write(userId, form, null))}>Discard</TextButton>
      <CloseButton aria-label="Dismiss" title="Dismiss" onClick={close} />
    </div>
  );
}
