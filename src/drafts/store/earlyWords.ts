import { openHandover } from '../../lib/deviceDatabase/handover';
import type { EarlyWords } from '../../services/device';
import type { Page } from './unsavedDraft';

/** Words of fields whose code is not there yet, as they are handed over from page to page. */
export const openEarlyWords = (page: Page) =>
  openHandover<EarlyWords>({
    ...page,
    name: 'daywall-early',
    idOf: ({ userId, form = '' }) => userId + form,
    isItem: (stored): stored is EarlyWords => typeof (stored as EarlyWords | null)?.words === 'string',
  });
