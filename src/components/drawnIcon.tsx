import type { LucideIcon } from 'lucide-react';

type Props = { of: LucideIcon; size?: number };

/** An icon beside a label, hidden from screen readers. It does not use React's `memo`, so that the first frame can render it. */
export const DrawnIcon = ({ of: Picture, size = 20 }: Props) => (
  <Picture size={size} strokeWidth={1.75} aria-hidden focusable={false} />
);
