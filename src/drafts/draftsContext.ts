import { createContext } from 'react';
import type { DraftsLater } from '../services/device';

/** The device's drafts. With null, forms store nothing. */
export const DraftsContext = createContext<DraftsLater | null>(null);

/** The stored draft of a form. */
export type OwnDraft = NonNullable<ReturnType<NonNullable<DraftsLater['service']>['own']>>;
