import { createContext } from 'react';
import type { DraftsLater } from '../services/device';

/** The device's drafts. Without them (null) forms keep nothing. */
export const DraftsContext = createContext<DraftsLater | null>(null);

/** A draft of a form, as the device has it. */
export type OwnDraft = NonNullable<ReturnType<NonNullable<DraftsLater['service']>['own']>>;
