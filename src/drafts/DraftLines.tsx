import { TextButton } from '../components/Button';
import { useFocusLeft } from '../components/hooks/useFocusLeft';
import { Notice } from '../components/messages/Notice';
import type { LiveForm } from './useLiveForm';

const excerptOf = ({ excerpt }: { excerpt: string }) => (excerpt ? `: “${excerpt}”` : '');

/** A form's messages about its draft: restored, also present in another tab, or impossible to store. */
export const DraftLines = ({ form, isNew = false }: { form: LiveForm; isNew?: boolean }) => (
  <>
    {form.failure !== null && (
      <Notice kind="failure">
        {`${form.failure === 'full' ? 'This device is full' : 'This device is full or can’t store drafts'}: what you type here won’t be kept.`}
      </Notice>
    )}
    {form.hasDraft && (
      <Notice kind="status">
        <span>Draft restored </span>
        {isNew && <TextButton onClick={form.discardDraft}>Discard</TextButton>}
      </Notice>
    )}
    {form.offer && (
      <Notice kind="status">
        <span>
          {`Text from ${form.offer.isTabOpen ? 'another tab' : 'an earlier visit'}${excerptOf(form.offer)} `}
        </span>
        <TextButton onClick={form.takeOffer}>Use it</TextButton>{' '}
        <TextButton onClick={form.discardOffer}>Discard</TextButton>
      </Notice>
    )}
  </>
);

/** Stands beside the Save button of an existing item while something is changed. */
export const DiscardChanges = ({ form }: { form: LiveForm }) => form.isDirty && <Discard form={form} />;

const Discard = ({ form }: { form: LiveForm }) => (
  <span ref={useFocusLeft<HTMLSpanElement>()}>
    <TextButton onClick={form.discardDraft}>Discard changes</TextButton>
  </span>
);
