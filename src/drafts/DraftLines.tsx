import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import type { LiveForm } from './useLiveForm';

const excerptOf = ({ excerpt }: { excerpt: string }) => (excerpt ? `: “${excerpt}”` : '');

/** A form's messages about its draft: restored, also present in another tab, or impossible to store. */
export const DraftLines = ({ form }: { form: LiveForm }) => (
  <>
    {form.failure !== null && (
      <Notice kind="failure">
        {`${form.failure === 'full' ? 'This device is full' : 'This device is full or can’t store drafts'}: what you type here is not kept.`}
      </Notice>
    )}
    {form.hasDraft && (
      <Notice kind="status">
        Draft restored <TextButton onClick={form.discardDraft}>Discard</TextButton>
      </Notice>
    )}
    {form.offer && (
      <Notice kind="status">
        <span>
          {`Words from ${form.offer.isTabOpen ? 'another tab' : 'an earlier visit'}${excerptOf(form.offer)} `}
        </span>
        <TextButton onClick={form.takeOffer}>Take them</TextButton>{' '}
        <TextButton onClick={form.discardOffer}>Discard</TextButton>
      </Notice>
    )}
  </>
);
