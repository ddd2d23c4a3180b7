import { createContext } from 'react';
import type { DraftsLater } from '../services/device';

/** The device's drafts. Without them (null) forms keep nothing. */
export const DraftsContext = createContext<DraftsLater | null>(null);
