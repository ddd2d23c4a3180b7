import { memo } from 'react';
import type { LucideIcon } from 'lucide-react';

/** An icon beside a label; hidden from screen readers. */
export const Icon = memo(function Icon({ of: Picture, size = 20 }: { of: LucideIcon; size?: number }) {
  return <Picture size={size} strokeWidth={1.75} aria-hidden focusable={false} />;
});
