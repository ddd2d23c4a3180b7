import { createContext } from 'react';
import type { DraftService } from '../services/device';

/** The device's drafts. With null, forms store nothing. */
export const DraftsContext = createContext<DraftService | null>(null);

/** The stored draft of a form. */
export type OwnDraft = NonNullable<ReturnType<DraftService['own']>>;
