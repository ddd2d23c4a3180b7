import { memo } from 'react';
import type { LucideIcon } from 'lucide-react';

type Props = { of: LucideIcon; size?: number };

/** An icon beside a label; hidden from screen readers. */
export const Icon = memo(({ of: Picture, size = 20 }: Props) => (
  <Picture size={size} strokeWidth={1.75} aria-hidden focusable={false} />
));
