import { memo } from 'react';
import { DrawnIcon } from './drawnIcon';

/** An icon beside a label; hidden from screen readers. */
export const Icon = memo(DrawnIcon);
