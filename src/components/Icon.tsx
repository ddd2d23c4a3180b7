import { memo } from 'react';
import type { LucideIcon } from 'lucide-react';

/** A picture beside words or on a button that has a name of its own: never read aloud. */
export const Icon = memo(function Icon({ of: Picture, size = 20 }: { of: LucideIcon; size?: number }) {
  return <Picture size={size} strokeWidth={1.75} aria-hidden focusable={false} />;
});
